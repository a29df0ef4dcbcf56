import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { Deferred } from '../../../../core/async/deferred.ts';
import { LinkedAbort } from '../../../../core/async/linked-abort.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../core/time.ts';
import type {
  CollectorInput,
  CollectorShare,
  FollowedSymbol,
  FromCollectorProcess,
  ToCollector,
} from './collector-messages.ts';
import type { CollectorHandlers, RunningCollector, StartCollector } from './running-collector.ts';

export interface CollectorChildOptions extends CollectorHandlers {
  /** Compiled module that the process runs. */
  readonly module: URL;
  readonly input: CollectorInput;
  readonly clock: Clock;
}

const FIRST_RESTART_MS = SECOND_MS;
const LAST_RESTART_MS = MINUTE_MS;
/** After a process has run this long, its restart delay starts over. */
const SOUND_AFTER_MS = 5 * MINUTE_MS;
/** How long it may take to end after a stop message. */
const END_WITHIN_MS = 5 * SECOND_MS;
/**
 * How long it may take to stop reading exchanges that another process takes over. A hung process is detected later
 * and must not delay the others.
 */
const SETTLE_WITHIN_MS = 5 * SECOND_MS;
/**
 * A process reports its load in every cycle, whatever exchanges do. One that was silent in this many checks in a row
 * hangs or was stopped. Checks are counted instead of time, because both processes are silent while the machine sleeps.
 */
const CHECK_MS = 10 * SECOND_MS;
const MAX_SILENT_CHECKS = 10;
/** It holds lists and replies of some hundred exchanges; more means a leak, which then ends only this process. */
const MAX_HEAP_MB = 1024;

/** Starts such a process. */
export function startCollectorProcess(module: URL, clock: Clock): StartCollector {
  return (input, handlers) => {
    const child = new CollectorChild({ module, input, clock, ...handlers });
    child.start();
    return child;
  };
}

/** The process that reads exchanges. It is restarted whenever it dies. */
export class CollectorChild implements RunningCollector {
  readonly #options: CollectorChildOptions;
  readonly #stop = new AbortController();
  #restartMs = FIRST_RESTART_MS;
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  #followed: readonly FollowedSymbol[] = [];
  #share: CollectorShare | undefined;
  #hasSentMessage = false;
  #shares = 0;
  /** By the number of the `read` message. */
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

  follow(markets: readonly FollowedSymbol[]): void {
    this.#followed = markets;
    this.#send({ kind: 'follow', markets });
  }

  async read(share: CollectorShare): Promise<void> {
    this.#share = share;
    const number = ++this.#shares;
    // A process that does not run reads nothing.
    if (!this.#send({ kind: 'read', share, number })) return;
    const waiting = new AbortController();
    const tooLong = this.#options.clock.wait(SETTLE_WITHIN_MS, waiting.signal).catch(() => undefined);
    const settled = new Deferred<void>();
    this.#unsettled.set(number, settled);
    await Promise.race([settled.promise, tooLong]);
    waiting.abort();
    this.#unsettled.delete(number);
  }

  /** Resolves when the process has ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#send({ kind: 'stop' });
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

  /** Kills a silent process; returns whether it did. */
  async #watch(life: AbortSignal): Promise<boolean> {
    for (let silent = 0; silent < MAX_SILENT_CHECKS; silent = this.#hasSentMessage ? 0 : silent + 1) {
      this.#hasSentMessage = false;
      try {
        await this.#options.clock.wait(CHECK_MS, life);
      } catch (error) {
        if (!life.aborted) throw error;
        return false;
      }
    }
    // Only SIGKILL ends a process that was stopped.
    return this.#child?.kill('SIGKILL') ?? false;
  }

  /** Runs the process once, until it exits. */
  #live(): Promise<[code: number | null, signal: NodeJS.Signals | null]> {
    const { module, input, onMessage } = this.#options;
    return new Promise((resolve) => {
      const child = fork(fileURLToPath(module), [], {
        serialization: 'advanced',
        execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      this.#child = child;
      child.on('message', (message) => {
        this.#hasSentMessage = true;
        const received = message as FromCollectorProcess;
        if (received.kind === 'settled') this.#settle(received.number);
        else onMessage(received);
      });
      // A process that could not be started has no exit event. Errors of messages sent too late are ignored.
      child.on('error', () => child.pid === undefined && resolve([null, null]));
      child.on('exit', (code, signal) => {
        this.#settle(this.#shares);
        resolve([code, signal]);
      });
      this.#send({ kind: 'begin', input });
      if (this.#share) this.#send({ kind: 'read', share: this.#share, number: this.#shares });
      if (this.#followed.length > 0) this.#send({ kind: 'follow', markets: this.#followed });
    });
  }

  /** Resolves all `read` calls up to this number. */
  #settle(number: number): void {
    for (const [sent, settled] of this.#unsettled) if (sent <= number) settled.resolve();
  }

  /** Returns whether there is a process to receive it. */
  #send(message: ToCollector): boolean {
    if (!this.#child?.connected) return false;
    this.#child.send(message, () => undefined);
    return true;
  }
}
