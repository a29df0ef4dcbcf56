import { flagsIn } from '../../../src/core/index-value.ts';
import type { StoredValue } from '../../../src/history/history-store.ts';
import type { IndexTicker } from '../../../sdk/src/node.ts';
import type { Tick } from './record.ts';

/** Converts a ticker that a client received. Published texts have the same numbers as history. */
export function tickOfRecord(ticker: IndexTicker): Tick {
  const { id, indexType, indexId, timestamp, price, volume, tickVolume, flags = [] } = ticker;
  return {
    indexType,
    indexId,
    at: Date.parse(timestamp),
    id,
    price: Number(price),
    volume: Number(volume),
    ...(tickVolume === undefined ? {} : { tickVolume: Number(tickVolume) }),
    flags: flags.join(' '),
  };
}

export function tickOfStored(value: StoredValue): Tick {
  const { indexType, indexId, at, price, volume, tickVolume, flags } = value;
  return {
    indexType,
    indexId,
    at,
    price,
    volume,
    ...(tickVolume === undefined ? {} : { tickVolume }),
    flags: flagsIn(flags).join(' '),
  };
}
