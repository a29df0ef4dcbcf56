import type { Candle } from '../../core/candle.ts';
import { decimalFromNumber, formatDecimal, formatNumber, addDecimals } from '../../core/numbers/decimal.ts';
import { flagsIn } from '../../core/index-value.ts';
import { DAY_MS, formatDatetime } from '../../core/time.ts';
import { dayId } from '../indices/series-record-id.ts';

const REST_DECIMALS = 8;

export function candleId(candle: Candle): string {
  return dayId(candle, candle.startAt);
}

/** An end-of-day record as JSON. */
export function candleText(candle: Candle): string {
  const start = formatDatetime(candle.startAt);
  return JSON.stringify({
    id: candleId(candle),
    indexId: candle.indexId,
    indexType: candle.indexType,
    open: formatNumber(candle.open),
    high: formatNumber(candle.high),
    low: formatNumber(candle.low),
    close: formatNumber(candle.close),
    volume: exactVolume(candle),
    volumeUsd: formatNumber(candle.volumeUsd),
    vwap: formatNumber(candle.vwap),
    twap: formatNumber(candle.twap),
    startTimestamp: start,
    endTimestamp: formatDatetime(candle.startAt + DAY_MS),
    timestamp: start,
    ticks: String(candle.ticks),
    carried: String(candle.carried),
    ...(candle.flags === 0 ? {} : { flags: flagsIn(candle.flags) }),
  });
}

/** The exact sum of the two. */
export function exactVolume({ volume, volumeRest }: Pick<Candle, 'volume' | 'volumeRest'>): string {
  if (volumeRest === 0) return formatNumber(volume);
  const rest = { units: BigInt(volumeRest), scale: REST_DECIMALS };
  return formatDecimal(addDecimals(decimalFromNumber(volume), rest));
}
