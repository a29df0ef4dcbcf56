// The pipeline's side, in a thread: ticks of the full world, and reference versions that replace a few listings.
import { parentPort, workerData } from 'node:worker_threads';
import type { ReferenceContent, ReferenceVersion } from '../../../src/core/reference-data.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { IndexRefreshWriter } from '../../../src/latest/indices/index-refresh-writer.ts';
import { MarketCapRefreshWriter } from '../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { ordersOf, type MarketOrders } from '../../../src/latest/market/market-orders.ts';
import { TickerRefreshWriter } from '../../../src/latest/tickers/ticker-refresh-writer.ts';
import { applyChanges } from '../../../src/reference/versions/reference-change.ts';
import { referenceHashOf } from '../../../src/reference/versions/reference-hash.ts';
import { newsOf } from '../../../src/reference/versions/reference-news.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import type { FromWorld, WorldInput } from './version-messages.ts';

const FIRST_SLOT = Date.parse('2026-03-01T12:00:00Z');
/** Number of listings removed, and number added, from one version to the next. */
const MOVED = 5;

const { tickMs, changeEvery } = workerData as WorldInput;

function say(message: FromWorld, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, buffers);
}

function changed(data: ReferenceContent, round: number): ReferenceContent {
  const removed: string[] = [];
  const set = [];
  for (let i = 0; i < MOVED; i++) {
    const from = data.exchanges[(round * MOVED + i) % data.exchanges.length]!;
    const to = data.exchanges[(round * MOVED + i + 100) % data.exchanges.length]!;
    const gone = from.listings[round % from.listings.length];
    if (gone) removed.push(`${from.id} ${gone.marketId}`);
    const listed = new Set(to.listings.map(({ marketId }) => marketId));
    const free = data.markets.find(({ id }) => !listed.has(id));
    if (free) set.push({ exchangeId: to.id, marketId: free.id, status: 'ACTIVE' as const, qualified: true });
  }
  return applyChanges(data, [{ listings: { set, removed } }]);
}

function publish(orders: MarketOrders, tickers: TickerRefreshWriter, slot: number): void {
  const at = FIRST_SLOT + slot * SLOT_MS;
  const { series, listings } = orders;
  tickers.collect(
    listings.listings.map((listing, n) => ({
      ...listing,
      last: String(1 + ((n * 7919 + slot) % 99_999) / 1e3),
      volume: '123.45',
      bid: '1.234',
      ask: '1.235',
      lastMoved: at - 1000,
    })),
  );
  const count = series.series.length;
  const column = (of: (n: number) => number) => Float64Array.from({ length: count }, (_, n) => of(n));
  const index = new IndexRefreshWriter(orders).publish({
    at,
    series: Uint32Array.from({ length: count }, (_, n) => n),
    prices: column((n) => 1 + ((n * 7919 + slot) % 9_999_999) / 1e4),
    volumes: column((n) => 1 + (n % 1000)),
    tickVolumes: column(() => Number.NaN),
    flags: new Uint16Array(count),
  });
  const refresh = tickers.publish(at);
  say(
    { kind: 'tick', tickers: refresh, index, marketCaps: new MarketCapRefreshWriter().publish(at, [], []) },
    [refresh.body.buffer, index.bytes.buffer],
  );
}

function main(): void {
  const data: ReferenceContent = { ...buildWorld('full').reference, lx: [], traded: [] };
  let version: ReferenceVersion = { hash: referenceHashOf(data), from: FIRST_SLOT, data };
  let orders = ordersOf(version.hash, data);
  let sheet = new TickerRefreshWriter(orders);
  let slot = 0;
  say({ kind: 'reference', news: version });
  publish(orders, sheet, slot);
  setInterval(() => {
    slot++;
    if (changeEvery > 0 && slot % changeEvery === 0) {
      const next = changed(version.data, slot / changeEvery);
      const following = { hash: referenceHashOf(next), from: FIRST_SLOT + slot * SLOT_MS, data: next };
      say({ kind: 'reference', news: newsOf(following, version) });
      version = following;
      orders = ordersOf(version.hash, next);
      sheet = sheet.carriedTo(orders);
    }
    publish(orders, sheet, slot);
  }, tickMs);
}

main();
