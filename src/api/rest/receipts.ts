import type { Grant } from '../../auth/token-verifier.ts';
import { datetime, uuid } from '../../contract/parameter-kinds.ts';
import { ReceiptLine } from '../../contract/records/receipt-line.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import type { Clock } from '../../core/clock.ts';
import { INDEX_WINDOW_MS, type SeriesId } from '../../core/index-value.ts';
import { formatDatetime, slotAtOrBefore, SLOT_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import type { Receipts } from '../../receipts/receipts.ts';
import { ApiError, validationError } from '../errors.ts';
import { BUSY } from './constituents.ts';
import { requireType } from './index-access.ts';
import { rangeOf, rangeProblems } from './range.ts';
import { ReceiptLines } from './receipt-lines.ts';
import { streamedRoute, type StreamedRoute } from './route.ts';
import type { SeriesVersions } from './series-cursors.ts';
import { WorkLine } from './work-line.ts';

/** An hour of ticks; each takes a tenth of a second to compute again. */
const MOST_RECEIPTS = 120;
/** Requests of one client, and of all. */
const MOST_A_CLIENT = 2;
const MOST_UNDER_WAY = 32;
/** Of the places in the line of the thread that computes: the others are for single receipts. */
const PLACES = 2;
const NDJSON = 'application/x-ndjson';

export interface ReceiptParts {
  readonly receipts: Receipts;
  readonly versions: SeriesVersions;
  readonly history: HistoryReader;
  readonly indexTickers: IndexTickers;
  readonly wallClock: Clock;
}

/** Ticks, both included. */
interface Slots {
  readonly first: Millis;
  readonly last: Millis;
}

export function receiptRoutes(parts: ReceiptParts): StreamedRoute[] {
  const { versions, history, indexTickers } = parts;
  // Requests that were let in wait for each receipt, by turns of clients: there are no more of them.
  const line = new WorkLine({ atOnce: PLACES, mostWaiting: MOST_UNDER_WAY, busy: () => BUSY });
  const lines = new ReceiptLines({ ...parts, line });
  /** By client. */
  const beingServed = new Map<string, number>();
  let underWay = 0;

  /** The thread that computes is one for all: a client has some requests at a time. */
  async function* served(clientId: string, series: SeriesId | undefined, slots: Slots, gone: AbortSignal) {
    if (!series || slots.last < slots.first) return;
    const others = beingServed.get(clientId) ?? 0;
    if (others >= MOST_A_CLIENT) throw tooMany();
    if (underWay >= MOST_UNDER_WAY) throw BUSY;
    beingServed.set(clientId, others + 1);
    underWay++;
    try {
      const read = { series, atOrBefore: slots.last, notBefore: slots.first, limit: MOST_RECEIPTS };
      const values = await history.readSeries(read);
      for (const value of values.toReversed()) yield Buffer.from(await lines.of(value, { clientId, gone }));
    } finally {
      const left = (beingServed.get(clientId) ?? 1) - 1;
      if (left > 0) beingServed.set(clientId, left);
      else beingServed.delete(clientId);
      underWay--;
    }
  }

  return [
    streamedRoute({
      path: '/receipts',
      operationId: 'listReceipts',
      summary: `Receipts of up to ${MOST_RECEIPTS} values of one index in a row, one on each line, oldest first`,
      tag: 'Index tickers',
      object: 'IndexTicker',
      access: ['read:index-ticker', 'read:LX'],
      pathParameters: {},
      query: {
        indexId: { kind: uuid, description: 'Id of an index', required: true },
        from: { kind: datetime, description: 'Only ticks at or after it', required: true },
        to: { kind: datetime, description: 'Only ticks before it (now)' },
      },
      together: (query) => rangeProblems(query, 'IndexTicker'),
      streams: [NDJSON],
      response: ReceiptLine,
      alsoAnswers: [503],
      handle: ({ query, grant, marketTime }) => {
        const { indexId, from, to } = query;
        const { clientId } = grant as Grant;
        const indexType = versions.current.series.typeOf(indexId);
        requireType(grant as Grant, indexType, TICKER_SCOPES);
        const slots = slotsOf({ from, to }, marketTime, indexTickers.at);
        const series = indexType && { indexType, indexId };
        return {
          contentType: NDJSON,
          fileName: `receipts-${indexId}.ndjson`,
          isText: true,
          open: (gone) => served(clientId, series, slots, gone),
        };
      },
    }),
  ];
}

function tooMany(): ApiError {
  return new ApiError(
    'TOO_MANY_REQUESTS',
    `this client has ${MOST_A_CLIENT} such requests under way already`,
    {
      headers: { 'retry-after': '1' },
    },
  );
}

/** Those of the range that are published and inside the window; more than there may be in one answer are refused. */
function slotsOf(query: { from: Millis; to: Millis | undefined }, marketTime: Millis, at: Millis): Slots {
  const { from, to } = rangeOf(query, marketTime)!;
  const first = Math.ceil(Math.max(from, marketTime - INDEX_WINDOW_MS) / SLOT_MS) * SLOT_MS;
  const last = Math.min(slotAtOrBefore(to - 1), at);
  const ticks = (last - first) / SLOT_MS + 1;
  if (ticks <= MOST_RECEIPTS) return { first, last };
  const message = `there are ${ticks} ticks from here on: a request may have ${MOST_RECEIPTS}, an hour`;
  const rejectedValue = formatDatetime(query.from);
  throw validationError([{ object: 'IndexTicker', field: 'from', rejectedValue, message }]);
}
