import type { PreparedTick } from '../../src/app/pipeline/tick-loop.ts';
import { SeriesOrder } from '../../src/core/ids/series-order.ts';
import type { Millis } from '../../src/core/time.ts';
import { IndexRefreshWriter } from '../../src/latest/indices/index-refresh-writer.ts';
import { ListingOrder } from '../../src/latest/tickers/listing-order.ts';
import { MarketCapRefreshWriter } from '../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { TickerRefreshWriter } from '../../src/latest/tickers/ticker-refresh-writer.ts';
import { buildWorld } from '../../src/simulator/world.ts';

const { reference } = buildWorld('small');
const listings = new ListingOrder(reference);
export const worldSeries = new SeriesOrder(reference);

/** A tick of the small world with one value. */
export function preparedTick(at: Millis): PreparedTick {
  const index = new IndexRefreshWriter({ reference: '1', series: worldSeries }).publish({
    at,
    series: Uint32Array.of(0),
    prices: Float64Array.of(1),
    volumes: Float64Array.of(1),
    tickVolumes: Float64Array.of(Number.NaN),
    flags: Uint16Array.of(0),
  });
  return {
    at,
    tickers: new TickerRefreshWriter({ reference: '1', listings }).publish(at),
    index,
    marketCaps: new MarketCapRefreshWriter().publish(at, [], []),
    quality: qualityOf(at),
    candles: [],
    state: new Uint8Array(),
    record: new Uint8Array(),
    refusals: {} as PreparedTick['refusals'],
    recorded: true,
  };
}

function qualityOf(at: Millis): PreparedTick['quality'] {
  const nothing = { bytes: new Uint8Array(), starts: new Uint32Array(1), tag: '' };
  return { at, indices: { ...nothing, ends: [0, 0, 0] }, exchanges: { ...nothing, ids: [] } };
}
