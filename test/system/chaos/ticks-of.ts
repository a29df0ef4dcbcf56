import { flagsIn } from '../../../src/core/index-value.ts';
import type { StoredValue } from '../../../src/history/history-store.ts';
import type { IndexTicker } from '../../../sdk/src/node.ts';
import type { Tick } from './record.ts';

/** As a client was given it. The numbers of published texts are those that history stores. */
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
