import { flagsIn, type FlagMask, type SeriesId } from '../../core/index-value.ts';
import { entityKey } from '../../core/ids/record-id.ts';
import { recordPrefix } from '../../core/ids/record-prefix.ts';
import { DAY_MS, dayStart, formatDatetime, type Millis } from '../../core/time.ts';
import { TICK_KINDS } from '../indices/index-ticker-text.ts';

const OPENING = '{"id":"';
const VOLUME = '","volume":"';
const TIMESTAMP = '","timestamp":"';
const TICK_VOLUME = '","tickVolume":"';

/** Where the instant stands in a head. */
export const ID_AT = OPENING.length;
/** From the last character of one thing to the first of the next. */
export const TO_VOLUME = VOLUME.length;
export const TO_TIMESTAMP = TIMESTAMP.length;
export const TO_TICK_VOLUME = formatDatetime(0).length + TICK_VOLUME.length;

/** Digits of the entity part of record ids that stand for a series. */
const MARK_DIGITS = 12;

/** The records of a series up to their price, the instant in their id still to be written. */
export interface RecordHead {
  readonly indexId: string;
  readonly bytes: Buffer;
  /** A number that stands for the series in entity tags. */
  readonly mark: number;
}

export function recordHead({ indexType, indexId }: SeriesId): RecordHead {
  const key = entityKey(indexId);
  const id = recordPrefix(TICK_KINDS[indexType], 0) + key;
  const text = `${OPENING}${id}","indexId":"${indexId}","indexType":"${indexType}","price":"`;
  return { indexId, bytes: Buffer.from(text), mark: Number.parseInt(key.slice(-MARK_DIGITS), 16) };
}

/**
 * Records from their price on, up to the comma behind them: one form for each mask of flags and each combination of
 * lengths that numbers have, in which only digits are still to be written. Those of one day are kept.
 */
export class RecordTails {
  /** 00:00 of the day. */
  day: Millis = Number.NaN;
  #date = '';
  readonly #tails = new Map<number, Buffer>();

  turnTo(at: Millis): void {
    if (at >= this.day && at < this.day + DAY_MS) return;
    this.day = dayStart(at);
    this.#date = formatDatetime(this.day);
    this.#tails.clear();
  }

  /** Lengths below 32; that of the tick volume is 0 where there is none. */
  tail(flags: FlagMask, priceLength: number, volumeLength: number, tickVolumeLength: number): Buffer {
    const key = (flags << 15) | (tickVolumeLength << 10) | (volumeLength << 5) | priceLength;
    let tail = this.#tails.get(key);
    if (!tail) {
      const traded = tickVolumeLength === 0 ? '' : TICK_VOLUME + '0'.repeat(tickVolumeLength);
      const numbers = '0'.repeat(priceLength) + VOLUME + '0'.repeat(volumeLength);
      tail = Buffer.from(`${numbers}${TIMESTAMP}${this.#date}${traded}${endingOf(flags)},`);
      this.#tails.set(key, tail);
    }
    return tail;
  }
}

function endingOf(flags: FlagMask): string {
  return flags === 0 ? '"}' : `","flags":${JSON.stringify(flagsIn(flags))}}`;
}
