import type { Candle } from '../../../core/candle.ts';
import { formatNumber, isPlainDecimal, parseDecimal } from '../../../core/numbers/decimal.ts';
import {
  FLAGS,
  INDEX_TYPES,
  maskOf,
  type Flag,
  type FlagMask,
  type IndexType,
  type SeriesId,
} from '../../../core/index-value.ts';
import type { SeriesOrder } from '../../../core/ids/series-order.ts';
import { DAY_MS, formatDatetime, parseDatetime, SLOTS_PER_DAY, type Millis } from '../../../core/time.ts';
import { tickVolumeOf } from '../../../engine/lx/lx.ts';
import { AMOUNT_DECIMALS } from '../../../engine/lx/recorded-trade.ts';
import { roundSignificant } from '../../../engine/numbers/rounding.ts';
import { unitsBeyond } from '../../../engine/day/running-day.ts';
import { candleId, exactVolume } from '../../../latest/candles/candle-text.ts';
import type { Row } from './row-parser.ts';
import { DESCRIPTORS, hasTickVolume } from '../../../engine/index-types/index-types.ts';
import { priceRounding } from '../../../engine/index-types/price-rounding.ts';

const PRICES = ['open', 'high', 'low', 'close', 'vwap', 'twap'] as const;
const SHOWN_CHARACTERS = 40;
/** A bar; a space in files of older versions. */
const FLAG_SEPARATOR = /[| ]/;
/** A seeded day has no ticks. */
const SEEDED = maskOf('SEEDED');
/** Date of the first Bitcoin block: no prices can be older. */
const FIRST_DAY = Date.parse('2009-01-03T00:00:00Z');

export interface KnownDays {
  readonly order: SeriesOrder;
  /** The newest complete day. */
  readonly lastDay: Millis;
}

/** Parses and checks end-of-day records. */
export class CandleRow {
  readonly #row: Row;
  readonly #problems: string[] = [];

  private constructor(row: Row) {
    this.#row = row;
  }

  /** The record, or all its problems. */
  static read(row: Row, known: KnownDays): Candle | readonly string[] {
    const reader = new CandleRow(row);
    const candle = reader.#candle(known);
    return reader.#problems.length > 0 ? reader.#problems : candle;
  }

  #candle(known: KnownDays): Candle {
    const series = this.#series(known.order);
    const startAt = this.#day(known.lastDay);
    // Numbers of an unknown type are read without the rules of the type.
    const type = INDEX_TYPES.find((name) => name === series.indexType);
    const [open, high, low, close, vwap, twap] = PRICES.map((name) => this.#price(name, type)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const { volume, volumeRest } =
      type !== undefined && hasTickVolume(type)
        ? this.#exactVolume()
        : { volume: this.#amount('volume'), volumeRest: 0 };
    const volumeUsd = this.#amount('volumeUsd');
    const flags = this.#flags();
    const ticks = this.#count('ticks', (flags & SEEDED) === 0 ? 1 : 0, SLOTS_PER_DAY);
    const carried = this.#count('carried', 0, ticks);
    const candle = {
      ...series,
      startAt,
      open,
      high,
      low,
      close,
      volume,
      volumeRest,
      volumeUsd,
      vwap,
      twap,
      ticks,
      carried,
      flags,
    };
    if (this.#problems.length === 0) this.#checkTogether(candle);
    return candle;
  }

  #series(order: SeriesOrder): SeriesId {
    const indexId = this.#text('indexId').toLowerCase();
    const indexType = this.#text('indexType') as IndexType;
    if (!INDEX_TYPES.includes(indexType)) this.#refuse('indexType', `must be one of ${INDEX_TYPES.join()}`);
    else if (order.numberOf({ indexType, indexId }) === undefined)
      this.#refuse('indexId', `is not a known ${indexType} of this service`);
    return { indexId, indexType };
  }

  #day(lastDay: Millis): Millis {
    const startAt = parseDatetime(this.#text('startTimestamp')) ?? Number.NaN;
    if (!(startAt >= 0) || startAt % DAY_MS !== 0)
      this.#refuse('startTimestamp', 'must be 00:00:00Z of a day, such as 2026-01-31T00:00:00.000Z');
    else if (startAt < FIRST_DAY)
      this.#refuse('startTimestamp', 'is before 2009-01-03: there were no prices yet');
    else if (startAt > lastDay)
      this.#refuse(
        'startTimestamp',
        `is not complete yet: the last complete day is ${formatDatetime(lastDay)}`,
      );
    return startAt;
  }

  /** Undefined, with a problem added, unless the text is the canonical form of a non-negative number. */
  #number(name: string): number | undefined {
    const text = this.#text(name);
    if (isPlainDecimal(text) && text.length <= 400) return Number(text);
    this.#refuse(name, 'must be a plain decimal, such as 0.5 or 17');
    return undefined;
  }

  #price(name: string, indexType: IndexType | undefined): number {
    const price = this.#number(name);
    if (price === undefined) return Number.NaN;
    const problem = this.#rangeProblem(name, price);
    if (problem !== undefined) {
      this.#refuse(name, problem);
      return price;
    }
    if (!(price > 0)) this.#refuse(name, 'must be above 0');
    else if (indexType !== undefined && !this.#isExact(name, price, priceRounding(indexType)(price)))
      this.#refuse(name, `has more than 8 ${DESCRIPTORS[indexType].rounding}`);
    return price;
  }

  #amount(name: string): number {
    const amount = this.#number(name);
    if (amount === undefined) return Number.NaN;
    const problem = this.#rangeProblem(name, amount);
    if (problem !== undefined) this.#refuse(name, problem);
    else if (!this.#isExact(name, amount, roundSignificant(amount)))
      this.#refuse(name, 'has more than 8 significant digits');
    return amount;
  }

  /** The volume of an LX is an exact sum, and may have more digits than a double. */
  #exactVolume(): Pick<Candle, 'volume' | 'volumeRest'> {
    const name = 'volume';
    const exact = this.#number(name) === undefined ? undefined : parseDecimal(this.#text(name));
    if (!exact) return { volume: Number.NaN, volumeRest: 0 };
    if (exact.scale > AMOUNT_DECIMALS) {
      this.#refuse(name, `has more than ${AMOUNT_DECIMALS} decimals`);
      return { volume: Number.NaN, volumeRest: 0 };
    }
    const units = exact.units * 10n ** BigInt(AMOUNT_DECIMALS - exact.scale);
    const volume = tickVolumeOf(units);
    const stored = { volume, volumeRest: unitsBeyond(volume, units) };
    if (exactVolume(stored) !== this.#text(name))
      this.#refuse(name, 'has more digits than can be stored exactly');
    return stored;
  }

  /** The problem of a decimal that does not fit into a double; undefined if it fits. */
  #rangeProblem(name: string, value: number): string | undefined {
    if (!Number.isFinite(value)) return 'is too large';
    return value === 0 && this.#text(name) !== '0' ? 'is too small' : undefined;
  }

  #count(name: string, min: number, max: number): number {
    const count = this.#number(name);
    if (count === undefined) return Number.NaN;
    if (!Number.isInteger(count) || count < min || count > max)
      this.#refuse(name, `must be a whole number from ${min} to ${max}`);
    return count;
  }

  #flags(): FlagMask {
    const names = this.#text('flags').split(FLAG_SEPARATOR).filter(Boolean);
    if (names.every((name) => FLAGS.includes(name as Flag))) return maskOf(...(names as Flag[]));
    this.#refuse('flags', `must be among ${FLAGS.join(', ')}`);
    return 0;
  }

  #isExact(name: string, value: number, rounded: number): boolean {
    return Number.isFinite(value) && value === rounded && formatNumber(value) === this.#text(name);
  }

  /** Checks members against each other when each is valid by itself. */
  #checkTogether(candle: Candle): void {
    if (candle.low > candle.high) this.#refuse('low', 'is above high');
    for (const name of PRICES)
      if (candle.low <= candle.high && (candle[name] < candle.low || candle[name] > candle.high))
        this.#refuse(name, 'is not between low and high');
    const expected = {
      id: candleId(candle),
      endTimestamp: formatDatetime(candle.startAt + DAY_MS),
      timestamp: formatDatetime(candle.startAt),
    };
    for (const [name, text] of Object.entries(expected))
      if (this.#row.has(name) && this.#text(name) !== text) this.#refuse(name, `must be ${text}`);
  }

  #text(name: string): string {
    return this.#row.get(name) ?? '';
  }

  #refuse(name: string, why: string): void {
    const text = this.#text(name);
    this.#problems.push(
      text === ''
        ? `${name} is missing`
        : `${name} ${why} (got ${JSON.stringify(text.slice(0, SHOWN_CHARACTERS))})`,
    );
  }
}
