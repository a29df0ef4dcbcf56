import { cutRejected, type FieldError } from '../../../contract/errors.ts';
import { datetimeParameter, flag, textParameter } from '../../../contract/parameter-kinds.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Millis } from '../../../core/time.ts';
import { validationError } from '../../http/errors.ts';
import { nameList } from '../../http/routing/named-indices.ts';
import type { Parameters } from '../../http/routing/parameters.ts';
import { earliestResume, TOO_LONG_AGO } from '../replay/replay.ts';

export const EVENT_OBJECT = 'IndexTicker';
export const EVENT_SCOPES: readonly Scope[] = ['read:index-ticker', 'read:LX'];

export const EVENT_QUERY = {
  names: {
    kind: nameList,
    description: 'Names of indices: BLX, BTC_USD, BTC or bitcoin, separated by commas',
    required: true,
  },
  since: {
    kind: datetimeParameter,
    description:
      'At most 24 hours ago: the ticks after this instant are sent first, in order, instead of the current values. The header `Last-Event-ID` takes precedence',
  },
  conflate: {
    kind: flag,
    description:
      'If you read too slowly, you get the newest value of each index and an event `CONFLATED`; otherwise the stream ends',
  },
  access_token: {
    kind: textParameter,
    description: 'A token for the audience of the websocket, for clients that cannot send headers',
  },
  compat: {
    kind: textParameter,
    description: '`off`: the documented shapes, also with `--compat original`',
  },
} as const satisfies Parameters;

const LAST_ID_FIELD = 'Last-Event-ID';

/** The header, for the OpenAPI document. */
export const LAST_EVENT_ID: Parameters = {
  [LAST_ID_FIELD]: {
    kind: datetimeParameter,
    description: 'The `id` of the last event, which browsers send when they connect again',
  },
};

/**
 * Where a client resumes; undefined if it does not. A browser repeats the URL with its old `since` when it connects again,
 * so the header decides. Throws 400.
 */
export function resumedFrom(
  lastEventId: string | undefined,
  since: Millis | undefined,
  now: Millis,
): Millis | undefined {
  if (lastEventId === undefined || lastEventId === '') {
    if (since !== undefined && since < earliestResume(now))
      throw refused('since', new Date(since).toISOString(), TOO_LONG_AGO);
    return since;
  }
  const last = datetimeParameter.parse(lastEventId);
  if (last === undefined)
    throw refused(LAST_ID_FIELD, lastEventId, 'must be the id of an event of this stream');
  if (last < earliestResume(now)) throw refused(LAST_ID_FIELD, lastEventId, TOO_LONG_AGO);
  return last;
}

function refused(field: string, value: string, message: string): Error {
  const error: FieldError = { object: EVENT_OBJECT, field, rejectedValue: cutRejected(value), message };
  return validationError([error]);
}
