import { datetimeParameter as instant, oneOf, size, uuid } from '../../contract/parameter-kinds.ts';
import { DayHead, IntegrityHead } from '../../contract/records/integrity-head.ts';
import { pageOf } from '../../contract/schemas.ts';
import { servedHead, type HeadReader, type SignedHead } from '../../core/integrity-head.ts';
import { decodeRecordId, entityKey, recordId } from '../../core/ids/record-id.ts';
import type { Millis } from '../../core/time.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { unavailable } from '../http/errors.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { DEFAULT_SIZE } from './index-ticker.ts';
import { rangeProblems } from '../pages/range.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';

export interface IntegrityParts {
  /** The head of the newest published tick; undefined before the first. */
  readonly head: () => SignedHead | undefined;
  readonly dayHeads: HeadReader;
  readonly marketSpeed: number;
}

const KEY = entityKey('integrity head');
/** The head of a day never changes, but there is a new one each day, and it may get a timestamp. */
const HEADS_SECONDS = 60;
const NO_HEAD = 'must be the id of a head';
const ORDERS = ['desc', 'asc'] as const;

export function integrityRoutes(parts: IntegrityParts): DataRoute[] {
  return [newestHead(parts), dayHeads(parts)];
}

function newestHead({ head, marketSpeed }: IntegrityParts): DataRoute {
  return dataRoute({
    path: '/integrity/head',
    operationId: 'getIntegrityHead',
    summary: 'The signed head of the chain of tick records; keep a copy to detect later changes to history',
    tag: 'Integrity',
    object: 'Tick',
    access: 'token',
    response: IntegrityHead,
    alsoAnswers: [503],
    handle: ({ marketTime }) => {
      const newest = head();
      if (!newest) throw unavailable('no head has been signed yet', 30);
      return {
        prepared: PreparedAnswer.ofJson(JSON.stringify(servedHead(newest))),
        maxAgeSeconds: freshUntilNextTick(newest.slot, marketTime, marketSpeed),
      };
    },
  });
}

function dayHeads({ dayHeads: kept }: IntegrityParts): DataRoute {
  return dataRoute({
    path: '/integrity/heads',
    operationId: 'listIntegrityHeads',
    summary: 'The signed head after the last tick of each completed day',
    tag: 'Integrity',
    object: 'Tick',
    access: 'token',
    query: {
      from: { kind: instant, description: 'Only heads of ticks at or after this time' },
      to: { kind: instant, description: 'Only heads of ticks before this time' },
      order: { kind: oneOf(ORDERS), description: 'Newest first (desc, the default) or oldest first (asc)' },
      startAfter: { kind: uuid, description: 'Continue after this record, with the same filters' },
      size: { kind: size, description: `Maximum number of records per page (default: ${DEFAULT_SIZE})` },
    },
    together: ({ from, to, startAfter }) => [
      ...rangeProblems({ from, to }, 'Tick'),
      ...(startAfter !== undefined && slotOf(startAfter) === undefined
        ? [{ object: 'Tick' as const, field: 'startAfter', rejectedValue: startAfter, message: NO_HEAD }]
        : []),
    ],
    response: pageOf(DayHead),
    handle: async ({ query }) => {
      const { from = -Infinity, to = Infinity, order = 'desc', startAfter } = query;
      const limit = query.size ?? DEFAULT_SIZE;
      const after = startAfter === undefined ? undefined : slotOf(startAfter);
      const isAhead = (slot: Millis) =>
        after === undefined || (order === 'asc' ? slot > after : slot < after);
      const within = (await kept.heads()).filter(({ slot }) => from <= slot && slot < to && isAhead(slot));
      const ordered = order === 'asc' ? within : within.toReversed();
      const page = ordered.slice(0, limit).map((each) => shownDay(each, kept));
      const nextId = ordered.length > limit ? { nextId: page.at(-1)!.id } : {};
      const prepared = PreparedAnswer.ofJson(JSON.stringify({ content: page, ...nextId }));
      return { prepared, maxAgeSeconds: HEADS_SECONDS };
    },
  });
}

function shownDay(head: SignedHead, kept: HeadReader) {
  const timestampToken = kept.timestampToken?.(head);
  return { id: idOf(head), ...servedHead(head), ...(timestampToken !== undefined && { timestampToken }) };
}

function idOf({ slot }: SignedHead): string {
  return recordId('integrityHead', slot, KEY);
}

/** Undefined if the id is not that of a head. */
function slotOf(id: string): Millis | undefined {
  const position = decodeRecordId(id);
  return position?.kind === 'integrityHead' && position.entityKey === KEY ? position.at : undefined;
}
