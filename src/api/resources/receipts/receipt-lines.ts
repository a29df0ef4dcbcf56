import type { Clock } from '../../../core/clocks/clock.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import type { StoredValue } from '../../../history/history-store.ts';
import type { Receipts } from '../../../values/receipts/receipts.ts';
import { BUSY } from './constituents.ts';
import { receiptJsonInTurns } from './receipt-json.ts';
import { isModelled, MODELLED_VALUE, receiptOf } from './receipt-refusal.ts';
import { WorkLine, type Asker } from '../../http/limits/work-line.ts';
import { tickId } from '../../../latest/indices/series-record-id.ts';

export interface ReceiptLinesParts {
  readonly receipts: Receipts;
  readonly wallClock: Pick<Clock, 'wait' | 'monotonic'>;
  /** In which requests of ranges wait for each other. */
  readonly line: WorkLine;
  /** In which receipts are written. */
  readonly turns: Pick<LoopTurns, 'next'>;
}

/** While receipts of others are computed it is asked again, for so long. */
const WAIT_MS: Millis = 250;
const MOST_WAITS = 80;
/** After a receipt for a visitor, none is computed for visitors for this many times as long as it took. */
const VISITOR_REST = 3;
const MAX_VISITORS_WAITING = 32;

/** Writes values with how they came about, each on a line of its own. A value that cannot be explained says why. */
export class ReceiptLines {
  readonly #parts: ReceiptLinesParts;
  /** One receipt at a time for all visitors. */
  readonly #visitors: WorkLine;
  #visitorsRestUntil: Millis = -Infinity;

  constructor(parts: ReceiptLinesParts) {
    this.#parts = parts;
    this.#visitors = new WorkLine({ atOnce: 1, mostWaiting: MAX_VISITORS_WAITING, busy: () => BUSY });
  }

  /** Rejects where the signal aborts while it waits, or where there is no end of others. */
  async of(value: StoredValue, asker: Asker): Promise<string> {
    const { indexType, indexId, at } = value;
    const id = tickId(value, at);
    const found = isModelled(value)
      ? { noReceipt: MODELLED_VALUE }
      : receiptOf(await this.#inLine(value, asker), value);
    return 'receipt' in found
      ? `${await receiptJsonInTurns(id, found.receipt, () => this.#parts.turns.next(asker.isVisitor))}\n`
      : `${JSON.stringify({ id, indexId, indexType, timestamp: formatDatetime(at), ...found })}\n`;
  }

  /** Visitors get a quarter of the time of the thread at most, however many they are. */
  #inLine(value: StoredValue, asker: Asker) {
    const { line, wallClock } = this.#parts;
    const explained = () => line.run(asker, () => this.#explained(value, asker.gone));
    if (!asker.isVisitor) return explained();
    return this.#visitors.run(asker, async () => {
      const restMs = this.#visitorsRestUntil - wallClock.monotonic();
      if (restMs > 0) await wallClock.wait(restMs, asker.gone);
      const start = wallClock.monotonic();
      try {
        return await explained();
      } finally {
        const end = wallClock.monotonic();
        this.#visitorsRestUntil = end + VISITOR_REST * (end - start);
      }
    });
  }

  async #explained({ indexType, indexId, at }: StoredValue, gone: AbortSignal) {
    for (let waits = 0; waits <= MOST_WAITS; waits++) {
      gone.throwIfAborted();
      if (waits > 0) await this.#parts.wallClock.wait(WAIT_MS, gone);
      const receipt = await this.#parts.receipts.explain({ indexType, indexId }, at);
      if (receipt !== 'busy') return receipt;
    }
    throw BUSY;
  }
}
