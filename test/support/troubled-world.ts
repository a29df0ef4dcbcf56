import { copyOf } from '../../bench/support/integrity/ticker-copies.ts';
import type { Exchange, Listing } from '../../src/core/exchange.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import { emptyState, type EngineState } from '../../src/engine/engine-state.ts';
import { computeTick } from '../../src/engine/engine.ts';
import type { RecordedTrade } from '../../src/engine/lx/recorded-trade.ts';
import { TickBook } from '../../src/engine/market/tick-book.ts';
import type { Methodology } from '../../src/engine/methodology.ts';
import type { TickInput } from '../../src/engine/tick-input.ts';
import type { TickOutput } from '../../src/engine/tick-output.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { simulatedContent, versionOf } from './simulated-version.ts';

const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'troubled', faultRate: 3 });
const content = simulatedContent(world, market);
/** One exchange in seven is in maintenance, and some markets of the others are inactive. */
export const troubledVersion = versionOf({
  ...content,
  exchanges: content.exchanges.map((exchange, n): Exchange => {
    if (n % 7 === 6) return { ...exchange, status: 'MAINTENANCE' };
    const listings = exchange.listings.map((listing, i): Listing =>
      i % 17 === 5 ? { ...listing, status: 'INACTIVE' } : listing,
    );
    return { ...exchange, listings };
  }),
});
const { reference } = troubledVersion;

/** Number of ticks with a trouble, followed by as many without. */
const TROUBLED_TICKS = 40;

type Columns = TickInput['tickers'];

/** What happens to a listing, depending on its market and itself. */
const TROUBLES: readonly ((columns: Columns, i: number, tick: number) => void)[] = [
  (columns, i) => multiply(columns, i, 1.6),
  (columns, i) => (columns.k[i] = 3000),
  (columns, i) => (columns.volume[i] = columns.volume[i]! * 1e15),
  (columns, i) => (columns.volume[i] = columns.volume[i]! * 400),
  (columns, i) => (columns.lastMoved[i] = columns.lastMoved[i]! + 600_000),
  (columns, i) => (columns.last[i] = 0),
  (columns, i) => (columns.bid[i] = columns.bid[i]! * 1.2),
  (columns, i) => multiply(columns, i, 1.02),
  (columns, i, tick) => multiply(columns, i, tick % 8 < 4 ? 1.4 : 2.1),
  (columns, i) => (columns.k[i] = columns.k[i]! + 5),
  leaveOneFresh,
];

/** One exchange of a market is fresh while the others have long been quiet. */
function leaveOneFresh(columns: Columns, i: number): void {
  if (i !== reference.firstListing[reference.listingMarket[i]!]) columns.k[i] = 58;
  else multiply(columns, i, 1.004);
}

function multiply(columns: Columns, i: number, by: number): void {
  for (const column of [columns.last, columns.bid, columns.ask]) column[i] = column[i]! * by;
}

/**
 * Ticks of the small world with many faults: whole markets and single listings that are temporarily far off, silent, or
 * have absurd volumes or times. Every case of the methodology occurs.
 */
export function* troubledTicks(
  first: Millis,
  ticks: number,
  methodology: Methodology,
): Generator<{ readonly input: TickInput; readonly output: TickOutput }> {
  const book = new TickBook(reference);
  const constituents = new Set(reference.lx.flatMap((index) => index.constituents));
  let state: EngineState = emptyState(reference);
  for (let tick = 0; tick < ticks; tick++) {
    const at = first + tick * SLOT_MS;
    for (const exchange of market.exchanges) {
      const receivedAt = at - exchange.refreshLeadMs;
      for (const one of market.ticksOf(exchange, at)) book.observe(one, receivedAt);
      for (const trade of market.tradesOf(exchange, at)) book.observeTrade(trade, receivedAt);
    }
    const observed = book.cut(at);
    const tickers = copyOf(observed.tickers);
    tickers.k.forEach((k, i) => {
      if (k >= 0) trouble(tickers, i, tick);
    });
    const isSilent = tick % 60 >= 45;
    if (isSilent) for (const i of constituents) if (i % 4 !== 0) tickers.k[i] = 30;
    const trades: RecordedTrade[] = observed.trades
      .filter(() => !isSilent || tick % 60 === 59)
      .map((trade) =>
        trade.listing % 3 === 0 && tick % 5 === 0 ? { ...trade, price: trade.price * 1.03 } : trade,
      );
    const input = { at, tickers, trades, state };
    const output = computeTick(reference, input, methodology);
    yield { input, output };
    state = output.state;
  }
}

function trouble(columns: Columns, i: number, tick: number): void {
  if (tick < 3) return;
  const market = reference.listingMarket[i]!;
  const phase = Math.floor(tick / TROUBLED_TICKS);
  const ofMarket = (market * 7 + phase * 3) % 40;
  const ofListing = (i * 13 + phase * 5) % 60;
  TROUBLES[ofMarket]?.(columns, i, tick);
  TROUBLES[ofListing]?.(columns, i, tick);
}
