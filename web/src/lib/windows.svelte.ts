// How many windows lie over the table: while one does, nothing plays on behind it and nothing opens by itself.

class Windows {
  private count = $state(0);
  private waiting: (() => void)[] = [];

  get open(): number {
    return this.count;
  }

  set open(count: number) {
    this.count = count;
    if (count === 0) for (const go of this.waiting.splice(0)) go();
  }

  /** Resolves when no window is open any more. */
  closed(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }
}

export const windows = new Windows();
