import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../core/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time.ts';
import type { CollectorInput, FromCollector, ToCollector } from './collector-messages.ts';
import type { CollectorHandlers, RunningCollector } from './running-collector.ts';

export interface CollectorChildOptions extends CollectorHandlers {
  /** The compiled module that the process runs. */
  readonly module: URL;
  readonly input: CollectorInput;
  readonly clock: Clock;
}

const FIRST_RESTART_MS = SECOND_MS;
const LAST_RESTART_MS = MINUTE_MS;
/** A process that lived so long is started anew as if it were the first. */
const SOUND_AFTER_MS = 5 * MINUTE_MS;
/** How long it may take to end after it was told to. */
const END_WITHIN_MS = 5 * SECOND_MS;
/** It holds lists and answers of some hundred exchanges; more is a leak, and ends this process alone. */
const MOST_HEAP_MB = 1024;

/** The process that reads exchanges, started anew whenever it dies. */
export class CollectorChild implements RunningCollector {
  readonly #options: CollectorChildOptions;
  readonly #stop = new AbortController();
  #restartMs = FIRST_RESTART_MS;
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;

  constructor(options: CollectorChildOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#tell({ kind: 'stop' });
    const child = this.#child;
    const end = new AbortController();
    const kill = this.#options.clock.wait(END_WITHIN_MS, end.signal).then(
      () => child?.kill('SIGKILL'),
      () => undefined,
    );
    await this.#running;
    end.abort();
    await kill;
  }

  async #run(): Promise<void> {
    const { clock, onDeath } = this.#options;
    while (!this.#stop.signal.aborted) {
      const began = clock.monotonic();
      const [code, signal] = await this.#live();
      if (this.#stop.signal.aborted) return;
      if (clock.monotonic() - began > SOUND_AFTER_MS) this.#restartMs = FIRST_RESTART_MS;
      onDeath({ code, signal, restartMs: this.#restartMs });
      const wait = this.#restartMs;
      this.#restartMs = Math.min(2 * wait, LAST_RESTART_MS);
      await clock.wait(wait, this.#stop.signal).catch((error: unknown) => {
        if (!this.#stop.signal.aborted) throw error;
      });
    }
  }

  /** One life of the process. */
  #live(): Promise<[code: number | null, signal: NodeJS.Signals | null]> {
    const { module, input, onMessage } = this.#options;
    return new Promise((resolve) => {
      const child = fork(fileURLToPath(module), [], {
        serialization: 'advanced',
        execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      this.#child = child;
      child.on('message', (message) => onMessage(message as FromCollector));
      // A process that could not be started has no exit; a message that came too late for it is no news.
      child.on('error', () => child.pid === undefined && resolve([null, null]));
      child.on('exit', (code, signal) => resolve([code, signal]));
      this.#tell({ kind: 'begin', input });
    });
  }

  #tell(message: ToCollector): void {
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }
}
