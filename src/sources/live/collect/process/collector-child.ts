import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { Deferred } from '../../../../core/async/deferred.ts';
import { LinkedAbort } from '../../../../core/async/linked-abort.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../core/time.ts';
import type {
  CollectorInput,
  CollectorShare,
  FollowedMarket,
  FromCollectorProcess,
  ToCollector,
} from './collector-messages.ts';
import type { CollectorHandlers, RunningCollector, StartCollector } from './running-collector.ts';

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
/** How long it may take to stop reading what it is not to read any more: one that hangs is found out later, and keeps no other waiting. */
const SETTLE_WITHIN_MS = 5 * SECOND_MS;
/**
 * It says how busy it is in every cycle, whatever exchanges do. One that has said nothing in so many looks in a row hangs, or was
 * stopped. Looks are counted and not time: where the whole machine slept, both were silent.
 */
const LOOK_MS = 10 * SECOND_MS;
const SILENT_LOOKS = 10;
/** It holds lists and answers of some hundred exchanges; more is a leak, and ends this process alone. */
const MOST_HEAP_MB = 1024;

/** How such a process is started. */
export function startCollectorProcess(module: URL, clock: Clock): StartCollector {
  return (input, handlers) => {
    const child = new CollectorChild({ module, input, clock, ...handlers });
    child.start();
    return child;
  };
}

/** The process that reads exchanges, started anew whenever it dies. */
export class CollectorChild implements RunningCollector {
  readonly #options: CollectorChildOptions;
  readonly #stop = new AbortController();
  #restartMs = FIRST_RESTART_MS;
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  #followed: readonly FollowedMarket[] = [];
  #share: CollectorShare | undefined;
  #isHeard = false;
  #shares = 0;
  /** By the numbers under which it was told what to read. */
  readonly #unsettled = new Map<number, Deferred<void>>();

  constructor(options: CollectorChildOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  follow(markets: readonly FollowedMarket[]): void {
    this.#followed = markets;
    this.#tell({ kind: 'follow', markets });
  }

  async read(share: CollectorShare): Promise<void> {
    this.#share = share;
    const number = ++this.#shares;
    // One that does not run reads nothing.
    if (!this.#tell({ kind: 'read', share, number })) return;
    const waiting = new AbortController();
    const tooLong = this.#options.clock.wait(SETTLE_WITHIN_MS, waiting.signal).catch(() => undefined);
    const settled = new Deferred<void>();
    this.#unsettled.set(number, settled);
    await Promise.race([settled.promise, tooLong]);
    waiting.abort();
    this.#unsettled.delete(number);
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
      const life = new LinkedAbort(this.#stop.signal);
      const living = this.#live();
      const watching = this.#watch(life.signal);
      const [code, signal] = await living;
      life.release();
      life.abort();
      const hung = await watching;
      if (this.#stop.signal.aborted) return;
      if (clock.monotonic() - began > SOUND_AFTER_MS) this.#restartMs = FIRST_RESTART_MS;
      onDeath({ code, signal, restartMs: this.#restartMs, ...(hung ? { hung } : {}) });
      const wait = this.#restartMs;
      this.#restartMs = Math.min(2 * wait, LAST_RESTART_MS);
      await clock.wait(wait, this.#stop.signal).catch((error: unknown) => {
        if (!this.#stop.signal.aborted) throw error;
      });
    }
  }

  /** Ends a process that says nothing any more; whether it did. */
  async #watch(life: AbortSignal): Promise<boolean> {
    for (let silent = 0; silent < SILENT_LOOKS; silent = this.#isHeard ? 0 : silent + 1) {
      this.#isHeard = false;
      try {
        await this.#options.clock.wait(LOOK_MS, life);
      } catch (error) {
        if (!life.aborted) throw error;
        return false;
      }
    }
    // Nothing else ends a process that was stopped.
    return this.#child?.kill('SIGKILL') ?? false;
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
      child.on('message', (message) => {
        this.#isHeard = true;
        const said = message as FromCollectorProcess;
        if (said.kind === 'settled') this.#settle(said.number);
        else onMessage(said);
      });
      // A process that could not be started has no exit; a message that came too late for it is no news.
      child.on('error', () => child.pid === undefined && resolve([null, null]));
      child.on('exit', (code, signal) => {
        this.#settle(this.#shares);
        resolve([code, signal]);
      });
      this.#tell({ kind: 'begin', input });
      if (this.#share) this.#tell({ kind: 'read', share: this.#share, number: this.#shares });
      if (this.#followed.length > 0) this.#tell({ kind: 'follow', markets: this.#followed });
    });
  }

  /** All up to this number. */
  #settle(number: number): void {
    for (const [told, settled] of this.#unsettled) if (told <= number) settled.resolve();
  }

  /** Whether there is a process that may hear it. */
  #tell(message: ToCollector): boolean {
    if (!this.#child?.connected) return false;
    this.#child.send(message, () => undefined);
    return true;
  }
}
