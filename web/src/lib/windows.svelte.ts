// How many windows lie over the table: while one does, nothing plays on behind it and nothing opens by itself.

class Windows {
  open = $state(0);
}

export const windows = new Windows();
