import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { size, textParameter, uuid } from '../../../contract/parameter-kinds.ts';
import { KeptReceipt } from '../../../contract/records/kept-receipt.ts';
import { pageOf } from '../../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import { INDEX_TYPES, type SeriesId } from '../../../core/index-value.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { decodeRecordId } from '../../../core/ids/record-id.ts';
import { formatDatetime } from '../../../core/time.ts';
import type { IndexNames } from '../../../latest/indices/index-names.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import type { KeptReceiptEntry, KeptReceipts } from '../../../values/receipts/kept-receipts.ts';
import { requireType } from '../../pages/index-access.ts';
import { RANGE_PARAMETERS, rangeProblems } from '../../pages/range.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import { tickKind } from '../../../latest/indices/series-record-id.ts';

export interface KeptReceiptParts {
  readonly kept: KeptReceipts;
  /** Turns of the event loop for writing receipts. */
  readonly turns: Pick<LoopTurns, 'next'>;
}

/** A receipt may take half a megabyte. */
const MAX_SIZE = 50;
const DEFAULT_SIZE = 10;
/** A receipt gets the head of its day after the day has ended. */
const KEPT_SECONDS = 60;
const TICKS: readonly string[] = INDEX_TYPES.map(tickKind);

export function keptReceiptRoutes({ kept, turns }: KeptReceiptParts, names: IndexNames): DataRoute[] {
  return [
    dataRoute({
      path: '/receipts/kept',
      operationId: 'listKeptReceipts',
      summary: 'Receipts that the operator keeps permanently',
      tag: 'Index tickers',
      object: 'IndexTicker',
      access: ['read:index-ticker', 'read:LX'],
      query: {
        name: {
          kind: textParameter,
          description:
            'Only this index, by LX name, market name, symbol or slug, in this order, such as BLX, BTC_USD, BTC or bitcoin',
        },
        ...RANGE_PARAMETERS,
        startAfter: { kind: uuid, description: 'Continue after this record, with the same filters' },
        size: {
          kind: size,
          description: `Maximum number of records per page (default: ${DEFAULT_SIZE}); at most ${MAX_SIZE}`,
        },
      },
      together: ({ from, to, startAfter }) => [
        ...rangeProblems({ from, to }, 'IndexTicker'),
        ...(startAfter !== undefined && !isTickId(startAfter)
          ? [
              {
                object: 'IndexTicker' as const,
                field: 'startAfter',
                rejectedValue: startAfter,
                message: 'must be the id of a kept receipt',
              },
            ]
          : []),
      ],
      response: pageOf(KeptReceipt),
      alsoAnswers: [503],
      handle: async ({ query, grant }) => {
        const { name, from = -Infinity, to = Infinity, order = 'desc', startAfter } = query;
        const limit = Math.min(query.size ?? DEFAULT_SIZE, MAX_SIZE);
        const named = name === undefined ? [] : names.indicesOf(name).map(({ series }) => series);
        const known = name === undefined || named.length > 0 ? named : await seriesKeptAs(kept, name);
        for (const { indexType } of known) requireType(grant as Grant, indexType, TICKER_SCOPES);
        const isWanted = ({ indexType, indexId, name: own, id }: KeptReceiptEntry) =>
          (grant as Grant).scopes.has(TICKER_SCOPES[indexType]) &&
          (name === undefined || own === name || named.some((each) => each.indexId === indexId)) &&
          (startAfter === undefined || (order === 'asc' ? id > startAfter : id < startAfter));
        const within = (await kept.list({ from, to })).filter(isWanted);
        const ordered = order === 'asc' ? within : within.toReversed();
        const page = ordered.slice(0, limit);
        const content: string[] = [];
        for (const entry of page) {
          const receipt = await kept.read(entry);
          // A damaged one is left out; the log of the service and `tidemark verify` report it.
          if (receipt) content.push(JSON.stringify({ ...shownEntry(entry), receipt }));
          await turns.next();
        }
        const nextId = ordered.length > limit ? `,"nextId":${JSON.stringify(page.at(-1)!.id)}` : '';
        const prepared = PreparedAnswer.ofJson(`{"content":[${content.join()}]${nextId}}`);
        return { prepared, maxAgeSeconds: KEPT_SECONDS };
      },
    }),
  ];
}

function shownEntry({ id, name, indexId, indexType, at, times, tzdata }: KeptReceiptEntry) {
  return { id, name, indexId, indexType, timestamp: formatDatetime(at), times, tzdata };
}

function isTickId(id: string): boolean {
  return TICKS.includes(decodeRecordId(id)?.kind ?? '');
}

/** Delisted indices may have kept receipts, under the name they had in the setting. */
async function seriesKeptAs(kept: KeptReceipts, name: string): Promise<readonly SeriesId[]> {
  const all = await kept.list({ from: -Infinity, to: Infinity });
  return all.filter((entry) => entry.name === name);
}
