// The engine of the command line, for positions that are arranged by playing to them.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findBinary } from './server.mjs';

export class Engine {
  #waiting = [];

  constructor() {
    this.child = spawn(findBinary(), ['engine'], { stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#waiting.shift()?.(JSON.parse(line)));
  }

  async ask(request) {
    const answer = await new Promise((done) => {
      this.#waiting.push(done);
      this.child.stdin.write(`${JSON.stringify(request)}\n`);
    });
    if (answer.error) throw new Error(`${JSON.stringify(request)}: ${answer.error.text}`);
    return answer.ok;
  }

  /** Who has to act, and his offers. */
  legal() {
    return this.ask({ do: 'legal' });
  }

  async act(action) {
    const { side } = await this.legal();
    await this.ask({ do: 'act', as: side, action });
    return { side, action };
  }

  async view(as) {
    return this.ask({ do: 'view', as });
  }

  /** Writes the journal to a file of its own. */
  async save(name) {
    const { text } = await this.ask({ do: 'journal' });
    const file = join(mkdtempSync(join(tmpdir(), 'kessel-journal-')), `${name}.kessel`);
    writeFileSync(file, text);
    return file;
  }

  close() {
    this.child.stdin.end();
  }
}
