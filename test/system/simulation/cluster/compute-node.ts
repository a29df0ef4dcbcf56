import { Deferred } from '../../../../src/core/async/deferred.ts';
import { slotAtOrBefore, SLOT_MS, SECOND_MS, type Millis } from '../../../../src/core/time.ts';
import { Leadership } from '../../../../src/cluster/roles/compute/leadership.ts';
import { PostgresLeases } from '../../../../src/cluster/postgres/leases/postgres-leases.ts';
import { Publisher } from '../../../../src/app/pipeline/publisher.ts';
import type { HistoryStore, TickSlice } from '../../../../src/history/history-store.ts';
import { SILENT_LOG } from '../core/silent-log.ts';
import type { SimulatedClock } from '../core/simulated-clock.ts';
import type { SimulatedProcess } from '../core/simulated-process.ts';
import {
  chainAfter,
  computeTick,
  NO_CHAIN,
  ORDER,
  sha256,
  type AttemptedTick,
  type ChainEnd,
} from '../store/attempted-tick.ts';
import type { SharedHistory } from './shared-history.ts';
import { StoreLink, type LeaseTable } from './simulated-database.ts';

export const LEASE_MS = 6 * SECOND_MS;
const STATE_EVERY = 4;
const CUT_OFF_MS = 2 * SECOND_MS;

export interface NodeParts {
  readonly name: string;
  readonly process: SimulatedProcess;
  readonly clock: SimulatedClock;
  readonly leases: LeaseTable;
  readonly history: SharedHistory;
  /** How long the holder of a lease relies on it; a wrong implementation takes longer than the store grants. */
  readonly reliesMs: Millis;
  /** What a new leader continues from; a wrong implementation leaves out the ticks since the stored state. */
  readonly handOver: (history: SharedHistory) => ChainEnd;
  readonly published: (tick: AttemptedTick) => void;
  readonly trace: (what: string) => void;
}

/** The state after the newest tick: the stored one, and every tick since then computed again. */
export function handOver({ ticks, state }: SharedHistory): ChainEnd {
  const last = ticks.at(-1);
  if (!last) return NO_CHAIN;
  const since = ticks.filter(({ at }) => at > (state?.at ?? -Infinity));
  const text = since.reduce(
    (before, { at, record }) => sha256(Buffer.from(`${before} ${at} ${record.output}`)),
    state?.text ?? '',
  );
  return { ...chainAfter(last), state: text };
}

/** A wrong implementation. */
export function handOverWithoutRecomputing({ ticks, state }: SharedHistory): ChainEnd {
  const last = ticks.at(-1);
  return last ? { ...chainAfter(last), state: state?.text ?? '' } : NO_CHAIN;
}

/** A compute node: the real leadership, leases and publisher, on a simulated store behind a simulated network. */
export class ComputeNode {
  readonly link: StoreLink;
  readonly #parts: NodeParts;
  readonly #leadership: Leadership;

  constructor(parts: NodeParts) {
    const { process, clock, leases, name, reliesMs } = parts;
    this.#parts = parts;
    this.link = new StoreLink(process);
    const granted = (values: readonly unknown[]) =>
      values.map((value) => (value === reliesMs ? LEASE_MS : value));
    const rows = (sql: string, values: readonly unknown[]) =>
      this.link.call(() => leases.execute(sql, granted(values)));
    const database = { rows, run: rows, close: () => Promise.resolve() };
    this.#leadership = new Leadership({
      leases: new PostgresLeases({ database, clock, holder: name, lastsMs: reliesMs } as never),
      clock,
      log: SILENT_LOG,
      leaseMs: LEASE_MS,
      mayLead: () => this.link.call(() => true),
    });
  }

  get isCertain(): boolean {
    return !this.#parts.process.isDead && this.#leadership.isCertain;
  }

  /** One term after another, until the process dies. */
  async run(): Promise<void> {
    for (;;) {
      await this.#term().catch((error: Error) => this.#parts.trace(`${this.#parts.name}: ${error.message}`));
      await this.#parts.clock.wait(LEASE_MS / 2);
    }
  }

  async #term(): Promise<void> {
    const { history, name, trace, clock, handOver: startFrom } = this.#parts;
    const ended = new AbortController();
    const lease = await this.#leadership.acquire(ended.signal);
    let fence = Infinity;
    const isDeposed = () => this.link.call(() => history.fence > fence);
    const keeping = this.#leadership.keep(lease, ended.signal, isDeposed);
    try {
      if (!lease.isHeld) return;
      fence = await this.link.call(() => history.openWriter());
      const chain = await this.link.call(() => startFrom(history));
      trace(`${name} leads with lease ${lease.number}, fence ${fence}`);
      const over = new Deferred<void>();
      void keeping.then((how) => how === 'lost' && over.resolve());
      await this.#lead({
        fence,
        chain,
        over,
        first: Math.max(slotAtOrBefore(clock.now()), chain.at ?? 0) + SLOT_MS,
      });
      trace(`${name} leads no more`);
    } finally {
      ended.abort();
      await keeping;
    }
  }

  async #lead(term: { fence: number; chain: ChainEnd; over: Deferred<void>; first: Millis }): Promise<void> {
    const { process, clock, published } = this.#parts;
    const { over, fence } = term;
    const stop = new AbortController();
    const attempts = new Map<Millis, AttemptedTick>();
    const publisher = new Publisher({
      seriesOf: () => Promise.resolve(ORDER),
      history: this.#writer(fence, attempts),
      storeInputs: () => this.link.call(() => true),
      bus: {
        publish: async (topic: string, message: { at: Millis }) => {
          if (topic === 'indices' && !process.isDead) published(attempts.get(message.at)!);
        },
      } as never,
      marketClock: clock,
      metrics: { observeTick: () => undefined },
      log: SILENT_LOG,
      maxWaiting: 80,
      signal: stop.signal,
      lastStored: term.chain.at,
    });
    publisher.first.catch(() => undefined);
    void publisher.takenOver.then(() => over.resolve());
    const ending = { isOver: false };
    void over.promise.then(() => (ending.isOver = true));
    let { chain } = term;
    for (let at = term.first; !ending.isOver; at = Math.max(at, slotAtOrBefore(clock.now())) + SLOT_MS) {
      await Promise.race([clock.waitUntil(at - CUT_OFF_MS), over.promise]);
      if (ending.isOver) break;
      const tick = computeTick(at, chain, process.random);
      attempts.set(at, tick);
      const isPublished = await Promise.race([
        publisher.publish(tick.prepared),
        over.promise.then(() => false),
      ]);
      if (isPublished) chain = chainAfter(tick);
    }
    stop.abort();
  }

  #writer(fence: number, attempts: ReadonlyMap<Millis, AttemptedTick>): HistoryStore {
    const { history } = this.#parts;
    let appended = 0;
    return {
      fence,
      append: ({ at }: TickSlice, state?: Uint8Array) =>
        this.link.call(() => history.append(fence, attempts.get(at)!, state !== undefined)),
      appendCandles: () => this.link.call(() => (fence === history.fence ? 'stored' : 'fenced')),
      wantsStateAt: () => appended++ % STATE_EVERY === 0,
    } as unknown as HistoryStore;
  }
}
