import { slotAtOrBefore, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { EmbeddedHistoryStore } from '../../../../src/history/embedded/embedded-history-store.ts';
import type { SimulatedClock } from '../core/simulated-clock.ts';
import type { SimulatedProcess } from '../core/simulated-process.ts';
import { chainAfter, computeTick, NO_CHAIN, ORDER, type ChainEnd } from './attempted-tick.ts';
import type { Ledger } from './ledger.ts';

interface IntruderParts {
  readonly process: SimulatedProcess;
  readonly clock: SimulatedClock;
  readonly ledger: Ledger;
  readonly journalFileBytes: number;
}

/** A second process that opens the history of a running service, as on a network file system whose locks do not work. */
export class Intruder {
  readonly #parts: IntruderParts;
  readonly #history: EmbeddedHistoryStore;
  #chain: ChainEnd;
  #newest: Millis;

  private constructor(parts: IntruderParts, history: EmbeddedHistoryStore, chain: ChainEnd) {
    this.#parts = parts;
    this.#history = history;
    this.#chain = chain;
    this.#newest = Math.max(parts.ledger.newest, slotAtOrBefore(parts.clock.now()));
  }

  static async open(parts: IntruderParts): Promise<Intruder> {
    const history = await EmbeddedHistoryStore.open({
      folder: '/simulated/data/history',
      windowMs: 200 * 24 * 3_600_000,
      onDamage: () => undefined,
      onSealingFailure: () => undefined,
      reserveBytes: 0,
      journalFileBytes: parts.journalFileBytes,
    });
    const last = await parts.ledger.adopt(history, 'after a takeover');
    return new Intruder(parts, history, last ? chainAfter(last) : NO_CHAIN);
  }

  async append(): Promise<void> {
    const { ledger, process } = this.#parts;
    this.#newest = Math.max(this.#newest, ledger.newest) + SLOT_MS;
    const tick = computeTick(this.#newest, this.#chain, process.random);
    ledger.attempt(tick);
    const { at, index, record, state } = tick.prepared;
    if (tick.candles.length > 0) await this.#history.appendCandles(tick.candles);
    const { series, prices, volumes, tickVolumes, flags } = index;
    const slice = { at, order: ORDER, series, prices, volumes, tickVolumes, flags, record };
    if ((await this.#history.append(slice, state)) !== 'stored') return;
    ledger.acknowledge(tick, 'acknowledged');
    this.#chain = chainAfter(tick);
  }

  close(): Promise<void> {
    return this.#history.close();
  }
}
