import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Printed by the programs of this folder after the output of a block. */
const DONE = '\u0001\n';
const LIMIT_MS = 60_000;

export interface InterpreterOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folder that blocks are written to. */
  readonly scratch: string;
}

/** A program that runs blocks one after the other and keeps their variables. */
export class Interpreter {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #scratch: string;
  readonly #ended: Promise<void>;
  #blocks = 0;
  #out = '';
  #err = '';
  #changed = () => {};

  constructor({ command: [program = '', ...args], cwd, env, scratch }: InterpreterOptions) {
    this.#scratch = scratch;
    this.#child = spawn(program, args, { cwd, env, detached: true });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text;
      this.#changed();
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#err += text));
    this.#child.stdin.on('error', () => this.#changed());
    this.#ended = once(this.#child, 'close').then(() => this.#changed());
  }

  /** Returns its output. Fails if the block does. */
  async run(text: string): Promise<string> {
    const file = join(this.#scratch, `block-${(this.#blocks += 1)}`);
    writeFileSync(file, text);
    this.#child.stdin.write(`${file}\n`);
    return this.printed(DONE);
  }

  /** Returns and removes the output up to this text. */
  async printed(until: string): Promise<string> {
    const startedAt = performance.now();
    while (!this.#out.includes(until)) {
      const leftMs = LIMIT_MS - (performance.now() - startedAt);
      if (this.#hasEnded || leftMs <= 0)
        throw new Error(
          `${this.#hasEnded ? 'it failed' : `no ${JSON.stringify(until)}`}:\n${this.#err}${this.#out}`,
        );
      await this.#change(leftMs);
    }
    const at = this.#out.indexOf(until);
    const before = this.#out.slice(0, at);
    this.#out = this.#out.slice(at + until.length);
    return before;
  }

  /** Lets it end by itself. Resolves with its error output. */
  async end(): Promise<string> {
    this.#child.stdin.end();
    const startedAt = performance.now();
    while (!this.#hasEnded) {
      const leftMs = LIMIT_MS - (performance.now() - startedAt);
      if (leftMs <= 0) throw new Error('it does not end by itself');
      await this.#change(leftMs);
    }
    return this.#err;
  }

  /** Kills everything that it started, too. */
  async kill(): Promise<void> {
    try {
      process.kill(-this.#child.pid!, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await this.#ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #change(withinMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#changed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
