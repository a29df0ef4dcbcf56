import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { MAIN, type Ended, type StartOptions } from './tidemark-process.ts';

const SESSION = fileURLToPath(new URL('command-session.mjs', import.meta.url));

/**
 * Runs command lines one after another in one process that has the program loaded, which takes most of the time of a
 * short command. Not for tests of the process itself: signals, terminals, standard input, concurrent commands, a
 * service.
 */
export class CommandSession {
  readonly #own = { PATH: process.env['PATH'] ?? '', HOME: tmpdir() };
  #child: ChildProcess | undefined;
  #died: Promise<never> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    afterAll(() => void this.#child?.kill('SIGKILL'));
  }

  /** Like `run` of `Tidemark`. */
  run(args: readonly string[], { environment }: Pick<StartOptions, 'environment'> = {}): Promise<Ended> {
    const ended = this.#last.then(async () => {
      const child = (this.#child ??= this.#start());
      child.send({ args, environment: { ...this.#own, ...environment } });
      const [answer] = (await Promise.race([once(child, 'message'), this.#died])) as [Ended];
      return answer;
    });
    this.#last = ended.catch(() => undefined);
    return ended;
  }

  #start(): ChildProcess {
    const child = fork(SESSION, [MAIN], {
      env: this.#own,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#died = once(child, 'exit').then(() => Promise.reject(new Error('the session has ended')));
    return child;
  }
}
