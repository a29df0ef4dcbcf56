import { OperatorError } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import type { RouteColumn, RouteColumnKind } from '../get/route.ts';
import { ROUTES } from '../get/routes.ts';
import { plain } from './notices/plain.ts';
import { quoted } from '../output/shown.ts';
import { cut } from './text-width.ts';

/** Records that commands compute with, and the members they need. */
const REQUIRED_MEMBERS = {
  IndexTicker: ['indexId', 'price', 'timestamp'],
  ExchangeTicker: ['exchangeId', 'marketId', 'last', 'timestamp'],
  Candle: ['startTimestamp', 'open', 'high', 'low', 'close'],
  Market: ['quoteSymbol'],
} as const;

const SHAPES = new Map(ROUTES.map(({ record, columns }) => [record, columns]));

/** Returns the record; throws if the service sent something else. */
export function validRecord<T extends object>(record: T, kind: keyof typeof REQUIRED_MEMBERS): T {
  const required: readonly string[] = REQUIRED_MEMBERS[kind];
  const missing = required.find((name) => (record as Readonly<Record<string, unknown>>)[name] === undefined);
  if (missing !== undefined) throw new OperatorError(`${UNREADABLE_RECORD}: it has no ${missing}`);
  return validMembers(record, SHAPES.get(kind) ?? []);
}

const UNREADABLE_RECORD = 'the service sent a record that cannot be read';
const MAX_SHOWN = 40;

/** Checks the documented members of a list's records. Absent members are allowed. */
export function validMembers<T extends object>(record: T, columns: readonly RouteColumn[]): T {
  if (!isObject(record))
    throw new OperatorError(`${UNREADABLE_RECORD}: ${shownValue(record)} is not a record`);
  for (const [name, kind] of columns) {
    const value = memberAt(record, name);
    if (value !== undefined && !CHECKS[kind].holds(value))
      throw new OperatorError(
        `${UNREADABLE_RECORD}: ${name} is ${shownValue(value)}, not ${CHECKS[kind].expects}`,
      );
  }
  return record;
}

/** Nested members have dots in their names. */
export function memberAt(record: object, name: string): unknown {
  let value: unknown = record;
  for (const key of name.split('.')) value = isObject(value) ? value[key] : undefined;
  return value;
}

function shownValue(value: unknown): string {
  return cut(plain(quoted(value)), MAX_SHOWN);
}

interface Check {
  readonly holds: (value: unknown) => boolean;
  readonly expects: string;
}

const NUMERAL = /^-?\d{1,64}(?:\.\d{1,64})?$/;

function isNumeral(value: unknown): boolean {
  return typeof value === 'string' && NUMERAL.test(value);
}

const TEXT: Check = { holds: (value) => typeof value === 'string', expects: 'a text' };
const DECIMAL: Check = { holds: isNumeral, expects: 'a decimal' };

const CHECKS: Readonly<Record<RouteColumnKind, Check>> = {
  id: TEXT,
  text: TEXT,
  decimal: DECIMAL,
  // Counts are strings in older members of records, JSON integers in newer ones.
  integer: { holds: (value) => Number.isSafeInteger(value) || isNumeral(value), expects: 'a whole number' },
  boolean: { holds: (value) => typeof value === 'boolean', expects: 'true or false' },
  datetime: {
    holds: (value) => typeof value === 'string' && Number.isFinite(Date.parse(value)),
    expects: 'an instant',
  },
  flags: {
    holds: (value) => Array.isArray(value) && value.every((flag) => typeof flag === 'string'),
    expects: 'a list of flags',
  },
  decimals: {
    holds: (value) => Array.isArray(value) && value.every((each) => each === '' || isNumeral(each)),
    expects: 'a list of decimals',
  },
};
