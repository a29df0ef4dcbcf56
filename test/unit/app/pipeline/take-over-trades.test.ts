import { expect, test } from 'vitest';
import { BufferedSource } from '../../../../src/app/pipeline/buffered-source.ts';
import { IndexComputer, type ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { CountedTrades } from '../../../../src/app/pipeline/counted-trades.ts';
import { takeOverTrades } from '../../../../src/app/pipeline/follow.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { CUT_OFF_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { hashRecord } from '../../../../src/engine/record/tick-record.ts';
import type { TradeBatch } from '../../../../src/sources/source.ts';
import { recordedVersion } from '../../../support/recorded-world.ts';
import { ScriptedSource } from '../../../support/scripted-source.ts';

const T = Date.parse('2026-03-01T12:00:00Z');
const CUT_OFF = T - CUT_OFF_MS;
const { reference } = recordedVersion;
const LISTING = reference.lx[0]!.constituents[0]!;
const EXCHANGE = reference.exchanges[reference.listingExchange[LISTING]!]!.id;
const MARKET = reference.marketIds[reference.listingMarket[LISTING]!]!;

/** One trade every half second, named by its instant; some are made while the last tick is cut off. */
const INSTANTS = Array.from({ length: 240 }, (_, i) => CUT_OFF - 3 * SLOT_MS + 250 + i * 500);

const batch = (made: Millis, receivedAt: Millis): TradeBatch => ({
  kind: 'trades',
  exchangeId: EXCHANGE,
  receivedAt,
  trades: [
    {
      exchangeId: EXCHANGE,
      marketId: MARKET,
      tradeId: String(made),
      price: '100',
      amount: '1',
      exchangeTimestamp: made,
    },
  ],
});
const idsOf = ({ input }: ComputedTick) => input.trades.map(({ tradeId }) => tradeId);

/** The last two ticks of a leader with an exact clock. */
function formerLeader(): ComputedTick[] {
  const computer = new IndexComputer(recordedVersion);
  return [T - SLOT_MS, T].map((at) => {
    const window = INSTANTS.filter((made) => made <= at - CUT_OFF_MS && made > at - CUT_OFF_MS - SLOT_MS);
    for (const made of window) computer.observeTrades(batch(made, made).trades, made);
    const tick = computer.compute(at);
    computer.adopt(tick);
    return tick;
  });
}

/** The first tick of a process whose clock differs by `skewMs` and which receives each trade `lagMs` later. */
async function firstTick(
  former: readonly ComputedTick[],
  { skewMs = 0, lagMs = 0, unknown = 0, published = T },
): Promise<ComputedTick> {
  const inner = new ScriptedSource();
  const source = new BufferedSource(inner);
  source.startBuffering(new AbortController().signal);
  const ends = [T - SLOT_MS, T, T + SLOT_MS, T + 2 * SLOT_MS].map((slot) => slot - CUT_OFF_MS);
  const watermarks = ends.map((at) => ({ kind: 'watermark', at }) as const);
  const received = INSTANTS.map((made) => batch(made, made + lagMs + skewMs));
  const instantOf = (event: TradeBatch | (typeof watermarks)[number]) =>
    event.kind === 'watermark' ? event.at : event.receivedAt;
  await inner.send(...[...received, ...watermarks].toSorted((a, b) => instantOf(a) - instantOf(b)));
  const counted = new CountedTrades(sha256);
  for (const tick of former.slice(unknown)) counted.add(tick, reference);
  for (const { output } of former) source.dropUpTo(output.at);

  const computer = new IndexComputer(recordedVersion);
  const last = { at: T, hash: hashRecord(former.at(-1)!.record, sha256) };
  const { exchanges } = recordedVersion.data;
  takeOverTrades({ source, counted }, { slot: published, last, exchanges, computer });
  for await (const event of source.events(new AbortController().signal)) {
    if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
    if (event.kind === 'watermark' && event.at > published - CUT_OFF_MS) break;
  }
  return computer.compute(published + SLOT_MS);
}

test.each([
  [0, 0],
  [3 * SECOND_MS, 0],
  [-3 * SECOND_MS, 0],
  [10 * SECOND_MS, 200],
  [-10 * SECOND_MS, 200],
])(
  'each trade counts once after a takeover, with a clock %s ms off and a lag of %s ms',
  async (skewMs, lagMs) => {
    const former = formerLeader();
    const tick = await firstTick(former, { skewMs, lagMs });
    expect(tick.input.incomplete).toBeUndefined();
    const all = [...former.flatMap(idsOf), ...idsOf(tick)];
    // Up to the end of the window of the new leader, by its own clock.
    const end = CUT_OFF + SLOT_MS - skewMs - lagMs;
    const expected = INSTANTS.filter((made) => made > CUT_OFF - 2 * SLOT_MS && made <= end).map(String);
    expect(all.toSorted()).toEqual(expected.toSorted());
    expect(tick.input.trades.every(({ slot }) => slot === T + SLOT_MS)).toBe(true);
  },
);

const CONSTITUENTS = [...new Set(reference.lx.flatMap(({ constituents }) => constituents))].toSorted(
  (a, b) => a - b,
);

test.each([
  ['the trades of the last tick are unknown', { unknown: 2 }],
  ['the trades of the tick before it are unknown', { unknown: 1 }],
  ['a later tick was published', { published: T + SLOT_MS }],
])('the first tick may lack trades of all constituents if %s', async (_, how) => {
  const { input } = await firstTick(formerLeader(), how);
  expect(input.incomplete).toEqual(CONSTITUENTS);
});

test('constituents that lacked trades in the last tick may lack them in the next one', async () => {
  const computer = new IndexComputer(recordedVersion);
  const former = [T - SLOT_MS, T].map((at) => {
    if (at === T) computer.markTradesMissing(EXCHANGE);
    const tick = computer.compute(at);
    computer.adopt(tick);
    return tick;
  });
  const { input } = await firstTick(former, {});
  expect(input.incomplete).toEqual(former[1]!.input.incomplete);
  expect(input.incomplete).toContain(LISTING);
});
