import type { IndexValue } from '../../core/index-value.ts';
import { compareSeries } from '../../core/ids/series-order.ts';
import type { Millis } from '../../core/time.ts';
import { CanonicalWriter } from './canonical-bytes.ts';
import type { Hash } from './record-hash.ts';
import type { HashedValues } from './value-leaves.ts';

export type { HashedValues } from './value-leaves.ts';

/** The hash of everything that history stores for a tick: it can be verified from stored data alone. */
export function hashValues(at: Millis, values: HashedValues, hash: Hash): string {
  const { series, prices, volumes, tickVolumes, flags } = values;
  const writer = new CanonicalWriter().text('tidemark tick values 1').number(at);
  writer.text(series.map(({ indexType, indexId }) => `${indexType} ${indexId}`).join('\n'));
  // NaN has many bit patterns; hashing the one in memory would differ between machines.
  const whole = tickVolumes.map((tickVolume) => (Number.isNaN(tickVolume) ? -1 : tickVolume));
  return hash(writer.column(prices).column(volumes).column(whole).column(flags).bytes());
}

export function hashedValues(values: Iterable<IndexValue>): HashedValues {
  const sorted = [...values].sort(compareSeries);
  return {
    series: sorted,
    prices: Float64Array.from(sorted, ({ price }) => price),
    volumes: Float64Array.from(sorted, ({ volume }) => volume),
    tickVolumes: Float64Array.from(sorted, ({ tickVolume }) => tickVolume ?? Number.NaN),
    flags: Uint16Array.from(sorted, ({ flags }) => flags),
  };
}
