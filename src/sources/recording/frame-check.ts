import { isObject } from '../../core/text/is-object.ts';
import type { EventsFrame } from './recorded-events.ts';

const ID = /^[\w-]{1,64}$/;
/** Longer than any valid number. */
const MAX_CHARACTERS = 64;

/** Names of the lists in each kind of event. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  ticks: ['ticks'],
  trades: ['trades'],
  contracts: ['contracts'],
  'derivative-ticks': ['ticks'],
};

/**
 * Whether a frame has the layout that this version writes. A checksum proves that the bytes are intact, not who wrote
 * them: a recording may come from elsewhere, and an invalid frame ends it as damage does.
 */
export function isEventsFrame(frame: unknown): frame is EventsFrame {
  if (!isObject(frame) || frame['kind'] !== 'events') return false;
  const { ids, events, failures } = frame;
  return isListOf(ids, isId) && isListOf(events, isEvent) && isListOf(failures, isFailure);
}

function isEvent(event: unknown): boolean {
  if (!isObject(event)) return false;
  const { kind, at, readAt, receivedAt, exchange, rows, data, tradesIncomplete = [] } = event;
  if (kind === 'rows')
    return isCount(exchange) && isTime(at) && isTimeOrAbsent(readAt) && isListOf(rows, isRow);
  if (kind === 'watermark') return isTime(at) && isListOf(tradesIncomplete, isId);
  if (!isTime(receivedAt)) return false;
  if (kind === 'reference') return isReference(data);
  const lists = Object.hasOwn(LISTS, String(kind)) ? LISTS[String(kind)] : undefined;
  return lists !== undefined && lists.every((name) => isListOf(event[name], isObject));
}

function isRow(row: unknown): boolean {
  if (isCount(row)) return true;
  if (!Array.isArray(row) || row.length < 6 || row.length > 7) return false;
  const [market, last, volume, bid, ask, movedBefore, asOfBefore] = row as readonly unknown[];
  const isGiven = (number: unknown) => number === null || isDecimalText(number);
  const hasNumbers = isCount(market) && isDecimalText(last) && [volume, bid, ask].every(isGiven);
  return hasNumbers && isTime(movedBefore) && isTimeOrAbsent(asOfBefore);
}

/** Its content is checked when it is announced. */
export function isReference(data: unknown): boolean {
  if (!isObject(data)) return false;
  return ['assets', 'markets', 'exchanges', 'supplies'].every((name) => isListOf(data[name], isObject));
}

function isFailure(row: unknown): boolean {
  return Array.isArray(row) && isId(row[0]) && isCount(row[1]) && isCount(row[2]);
}

function isListOf(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && ID.test(value);
}

function isDecimalText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_CHARACTERS;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function isTimeOrAbsent(value: unknown): boolean {
  return value === undefined || isTime(value);
}
