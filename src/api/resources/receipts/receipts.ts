import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { datetimeParameter, uuid } from '../../../contract/parameter-kinds.ts';
import { ReceiptLineSchema } from '../../../contract/records/receipt-line.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { INDEX_WINDOW_MS, type SeriesId } from '../../../core/index-value.ts';
import { formatDatetime, SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';
import type { HistoryReader, StoredValue } from '../../../history/history-store.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import type { Receipts } from '../../../values/receipts/receipts.ts';
import { tooManyRequests, validationError } from '../../http/errors.ts';
import { BUSY } from './constituents.ts';
import type { IncompleteRanges } from '../../http/answers/incomplete.ts';
import { requireType } from '../../pages/index-access.ts';
import { rangeOf, rangeProblems } from '../../pages/range.ts';
import { streamedRoute, type StreamedRoute } from '../../http/routing/route.ts';
import type { SeriesVersions } from '../../pages/series-cursors.ts';
import { decrementCount, FairQueue, type JobOwner } from '../../http/limits/fair-queue.ts';
import { receiptJsonInTurns } from './receipt-json.ts';
import { isModelled, MODELLED_VALUE, receiptOf } from './receipt-refusal.ts';
import { tickId } from '../../../latest/indices/series-record-id.ts';

/** An hour of ticks; recomputing one takes a tenth of a second. */
const MAX_RECEIPTS = 120;
/** Maximum number of requests per client, per visitor address, for all visitors, and in total. */
const MAX_PER_CLIENT = 2;
const MAX_PER_ADDRESS = 1;
const MAX_OF_VISITORS = 8;
const MAX_UNDER_WAY = 32;
/** Places in the queue of the computing thread; the others are for single receipts. */
const PLACES = 2;
const NDJSON = 'application/x-ndjson';

export interface ReceiptParts {
  readonly receipts: Receipts;
  readonly versions: SeriesVersions;
  readonly history: HistoryReader;
  readonly indexTickers: IndexTickers;
  readonly wallClock: Clock;
  readonly turns: Pick<LoopTurns, 'next'>;
  readonly incomplete: IncompleteRanges;
}

/** First and last tick, both included. */
interface Slots {
  readonly first: Millis;
  readonly last: Millis;
}

export function receiptRoutes(parts: ReceiptParts): StreamedRoute[] {
  const { versions, history, indexTickers } = parts;
  // Accepted requests wait for each receipt, in turn by client; their number is limited.
  const line = new FairQueue({ maxRunning: PLACES, maxWaiting: MAX_UNDER_WAY, queueFull: () => BUSY });
  const lines = new ReceiptLines({ ...parts, line });
  /** By client, and by address of visitors. */
  const beingServed = new Map<string, number>();
  let underWay = 0;

  /** There is one computing thread for all, so each client may have a few requests at a time. */
  async function* served(asker: JobOwner, series: SeriesId | undefined, slots: Slots, gone: AbortSignal) {
    if (!series || slots.last < slots.first) return;
    const { clientId, address } = asker;
    if (address && (beingServed.get(address.network) ?? 0) >= MAX_PER_ADDRESS)
      throw tooManyRequests('this address already has such a request in progress', 1);
    const max = address ? MAX_OF_VISITORS : MAX_PER_CLIENT;
    if ((beingServed.get(clientId) ?? 0) >= max)
      throw tooManyRequests(
        `${address ? 'visitors already have' : 'this client already has'} ${max} such requests in progress`,
        1,
      );
    if (underWay >= MAX_UNDER_WAY) throw BUSY;
    const holders = address ? [clientId, address.network] : [clientId];
    for (const holder of holders) beingServed.set(holder, (beingServed.get(holder) ?? 0) + 1);
    underWay++;
    try {
      const read = { series, atOrBefore: slots.last, notBefore: slots.first, limit: MAX_RECEIPTS };
      const values = await history.readSeries(read);
      for (const value of values.toReversed()) {
        yield Buffer.from(await lines.of(value, { ...asker, gone }));
      }
    } finally {
      for (const holder of holders) decrementCount(beingServed, holder);
      underWay--;
    }
  }

  return [
    streamedRoute({
      path: '/receipts',
      operationId: 'listReceipts',
      summary: `Receipts of up to ${MAX_RECEIPTS} consecutive values of one index, one per line, oldest first`,
      tag: 'Index tickers',
      object: 'IndexTicker',
      access: ['read:index-ticker', 'read:LX'],
      query: {
        indexId: { kind: uuid, description: 'Id of an index', required: true },
        from: { kind: datetimeParameter, description: 'Only ticks at or after this time', required: true },
        to: { kind: datetimeParameter, description: 'Only ticks before this time (default: now)' },
      },
      together: (query) => rangeProblems(query, 'IndexTicker'),
      streams: [NDJSON],
      response: ReceiptLineSchema,
      alsoAnswers: [503],
      handle: ({ query, grant, marketTime, asker }) => {
        const { indexId, from, to } = query;
        const indexType = versions.current.series.typeOf(indexId);
        requireType(grant as Grant, indexType, TICKER_SCOPES);
        const slots = slotsOf({ from, to }, marketTime, indexTickers.at);
        const series = indexType && { indexType, indexId };
        const range = { from, to: slots.last + 1 };
        const moment = { at: indexTickers.at, windowFrom: marketTime - INDEX_WINDOW_MS };
        return {
          contentType: NDJSON,
          fileName: `receipts-${indexId}.ndjson`,
          isText: true,
          ...(series && {
            incomplete: (gone: AbortSignal) =>
              parts.incomplete.slotGaps(series, range, moment, undefined, gone),
          }),
          open: (gone) => served(asker(), series, slots, gone),
        };
      },
    }),
  ];
}

/** The published ticks of the range inside the window; throws if there are more than a response may have. */
function slotsOf(query: { from: Millis; to: Millis | undefined }, marketTime: Millis, at: Millis): Slots {
  const { from, to } = rangeOf(query, marketTime)!;
  const first = Math.ceil(Math.max(from, marketTime - INDEX_WINDOW_MS) / SLOT_MS) * SLOT_MS;
  const last = Math.min(slotAtOrBefore(to - 1), at);
  const ticks = (last - first) / SLOT_MS + 1;
  if (ticks <= MAX_RECEIPTS) return { first, last };
  const message = `the range has ${ticks} ticks: a request may have at most ${MAX_RECEIPTS}, one hour`;
  const rejectedValue = formatDatetime(query.from);
  throw validationError([{ object: 'IndexTicker', field: 'from', rejectedValue, message }]);
}

interface ReceiptLinesParts {
  readonly receipts: Receipts;
  readonly wallClock: Pick<Clock, 'wait' | 'monotonic'>;
  /** The queue of range requests. */
  readonly line: FairQueue;
  /** Turns of the event loop for writing receipts. */
  readonly turns: Pick<LoopTurns, 'next'>;
}

/** While the thread computes receipts for others, the request is retried after this time. */
const WAIT_MS: Millis = 250;
const MAX_WAITS = 80;
/** After a receipt for a visitor, none is computed for visitors for this many times as long as it took. */
const VISITOR_REST = 3;
const MAX_VISITORS_WAITING = 32;

/** Writes values with their receipts, one per line. A value without a receipt gets the reason. */
class ReceiptLines {
  readonly #parts: ReceiptLinesParts;
  /** One receipt at a time for all visitors. */
  readonly #visitors: FairQueue;
  #visitorsRestUntil: Millis = -Infinity;

  constructor(parts: ReceiptLinesParts) {
    this.#parts = parts;
    this.#visitors = new FairQueue({
      maxRunning: 1,
      maxWaiting: MAX_VISITORS_WAITING,
      queueFull: () => BUSY,
    });
  }

  /** Rejects if the signal aborts while it waits, or if the queue stays full. */
  async of(value: StoredValue, asker: JobOwner): Promise<string> {
    const { indexType, indexId, at } = value;
    const id = tickId(value, at);
    const found = isModelled(value)
      ? { noReceipt: MODELLED_VALUE }
      : receiptOf(await this.#inLine(value, asker), value);
    return 'receipt' in found
      ? `${await receiptJsonInTurns(id, found.receipt, () => this.#parts.turns.next(asker.isVisitor))}\n`
      : `${JSON.stringify({ id, indexId, indexType, timestamp: formatDatetime(at), ...found })}\n`;
  }

  /** Visitors together get at most a quarter of the thread's time. */
  #inLine(value: StoredValue, asker: JobOwner) {
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
    for (let waits = 0; waits <= MAX_WAITS; waits++) {
      gone.throwIfAborted();
      if (waits > 0) await this.#parts.wallClock.wait(WAIT_MS, gone);
      const receipt = await this.#parts.receipts.explain({ indexType, indexId }, at);
      if (receipt !== 'busy') return receipt;
    }
    throw BUSY;
  }
}
