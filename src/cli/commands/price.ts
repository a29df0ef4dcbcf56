import { ForbiddenError, type IndexTicker } from '../../../sdk/src/node.ts';
import { validRecord } from '../client/valid-record.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { fieldsLine, tableLines, type TableColumn } from '../client/columns.ts';
import { allFound } from '../client/suggesting-tidemark.ts';
import { INDEX_NAME } from '../shared-options.ts';
import { jsonLine, withService, type TargetService } from '../client/with-service.ts';
import { action, JSON_OPTION, UsageError, type Output } from '../command.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { optional } from '../../core/setting.ts';
import {
  DAY_MS,
  formatDatetime,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  SLOT_MS,
  type Millis,
} from '../../core/time.ts';
import { plain, serviceMessage } from '../client/notices/plain.ts';
import { serviceNow } from '../client/service-now.ts';
import { EXIT } from '../exit-codes.ts';
import { instantOf, moment, type Moment } from '../times.ts';

interface Priced extends IndexTicker {
  /** As the user typed it. */
  readonly index: string;
  /** With --at: the requested instant, and how old the value was then. */
  readonly at?: string;
  readonly ageMs?: Millis;
}

const COLUMNS: readonly TableColumn<Priced>[] = [
  { key: 'index', of: ({ index }) => index, minWidth: 8 },
  { key: 'price', of: ({ price }) => price, side: 'right' },
  { key: 'volume', heading: '24 h volume', of: ({ volume }) => volume, side: 'right', priority: 1 },
  { key: 'timestamp', heading: 'at', of: ({ timestamp }) => timestamp, priority: 3 },
  { key: 'flags', of: ({ flags = [] }) => flags.join(' '), priority: 2, colour: () => 'yellow' },
];

const AGE: TableColumn<Priced> = {
  key: 'age',
  of: ({ ageMs = 0 }) => durationText(ageMs),
  side: 'right',
  priority: 4,
};
const AGE_FIELD: TableColumn<Priced> = { key: 'age', of: ({ ageMs = 0 }) => String(ageMs / SECOND_MS) };

/** The value at or before an instant is normally younger than this. */
const USUAL_AGE_MS = SLOT_MS;

export const command = action({
  about: [
    'Prints the latest reference prices: of an asset in US dollars, of a market in its quote asset, of BLX, ELX or XRPLX in US dollars. Flags mark values that are not simply the result of the formula.',
    'With --at it prints the value at or before that time, within the last 200 days, and how old it was then; values older than 30 seconds are reported on standard error.',
    'On a pipe each price is a line of tab-separated fields: name, price, volume, time, flags; with --at also the age in seconds.',
  ],
  positionals: [
    {
      name: 'NAME',
      about: INDEX_NAME,
      isList: true,
      missingMessage: 'name at least one asset, market or index: tidemark price BTC ETH_USD',
    },
  ],
  options: {
    at: optional(moment, 'The value at or before this time instead of the latest'),
    ...CONNECTION_OPTIONS,
    json: JSON_OPTION,
  },
  exitCodes: [
    [
      1,
      'if a name is unknown or has no value at or before --at (no price is printed then), or if the client lacks a scope (the other prices are printed)',
    ],
  ],
  examples: [
    'tidemark price BTC ETH',
    'tidemark price BTC_USD BLX --json',
    'tidemark price BTC --at "2026-11-16 16:00 Europe/London"',
  ],
  run: (call, io) =>
    withService(call, io, (service) => printPrices(service, call.positionals, call.options, io)),
});

async function printPrices(
  service: TargetService,
  names: readonly string[],
  { at: when, json }: { readonly at: Moment | undefined; readonly json: boolean },
  io: Output,
): Promise<number> {
  const { look, write, target } = service;
  const at = when && (await instantOfService(service, when));
  const found = await allFound(names.map((index) => priceOf(service, index, at)));
  const priced = found.flatMap((each) => ('refusal' in each ? [] : [each]));
  const refused = found.flatMap((each) => ('refusal' in each ? [each] : []));
  if (json) await write(priced.map(jsonLine).join(''));
  else if (priced.length > 0) {
    const lines = look.isTerminal
      ? tableLines(priced, at === undefined ? COLUMNS : [...COLUMNS, AGE], look)
      : priced.map((record) => fieldsLine(record, at === undefined ? COLUMNS : [...COLUMNS, AGE_FIELD]));
    await write(lines.map((line) => `${line}\n`).join(''));
  }
  for (const { index, ageMs = 0, at: asked, timestamp } of priced)
    if (ageMs >= USUAL_AGE_MS)
      io.err(
        plain(
          `tidemark: ${index}: the newest value at ${asked} was ${durationText(ageMs)} old (${timestamp})`,
        ) + '\n',
      );
  for (const text of refusedTexts(refused, target.url)) io.err(`tidemark: ${text}\n`);
  return refused.length === 0 ? EXIT.ok : EXIT.failed;
}

/** A client may have the scope for some types of indices only. */
async function priceOf(
  { tidemark, signal }: TargetService,
  index: string,
  at: Millis | undefined,
): Promise<Priced | Refused> {
  try {
    const value = validRecord(await tidemark.index(index, { signal, at }), 'IndexTicker');
    if (at === undefined) return { index, ...value };
    return { index, ...value, at: formatDatetime(at), ageMs: at - Date.parse(value.timestamp) };
  } catch (error) {
    if (error instanceof ForbiddenError) return { index, refusal: error };
    throw error;
  }
}

/**
 * A simulated market may be ahead of this machine's clock, and a replayed one behind it. Clocks may differ by
 * a tick.
 */
async function instantOfService({ tidemark, signal }: TargetService, when: Moment): Promise<Millis> {
  const newest = await serviceNow(tidemark, signal);
  const at = instantOf(when, newest);
  if (at > Math.max(newest, new SystemClock().now()) + SLOT_MS)
    throw new UsageError(
      `--at ${formatDatetime(at)} is in the future: the newest value is from ${formatDatetime(newest)}`,
    );
  return at;
}

const UNITS: readonly (readonly [unit: string, ms: Millis])[] = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', SECOND_MS],
];

/** The two largest units: `2 h 5 min`. */
function durationText(ms: Millis): string {
  const first = UNITS.findIndex(([, size]) => ms >= size);
  if (first < 0) return '0 s';
  let left = ms;
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  return parts.filter(Boolean).join(' ');
}

/** An index that the service refuses to this client. */
interface Refused {
  readonly index: string;
  readonly refusal: ForbiddenError;
}

/** One sentence per reason, with the indices it applies to: `BLX needs scope read:LX`. */
function refusedTexts(refused: readonly Refused[], url: string): string[] {
  const byReason = new Map<string, string[]>();
  for (const { index, refusal } of refused) {
    const reason = serviceMessage(refusal);
    byReason.set(reason, [...(byReason.get(reason) ?? []), plain(index)]);
  }
  return [...byReason].map(([reason, names]) => {
    const scope = /\bscope (\S+)/.exec(reason)?.[1];
    const who = names.join(', ');
    if (scope === undefined) return `${url} refuses ${who}${reason && `: ${reason}`}`;
    return `${who} ${names.length === 1 ? 'needs' : 'need'} scope ${scope}: ${ADDING}`;
  });
}

const ADDING = "the operator of the service can add it with 'tidemark clients set ID --scope'";
