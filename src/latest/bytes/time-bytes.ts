import { DAY_MS, SECOND_MS, type Millis } from '../../core/time.ts';

const ZERO = 0x30;
/** 00 01 02 .. 99. */
const PAIRS = Uint8Array.from(
  { length: 200 },
  (_, i) => ZERO + (Math.floor(i / (i % 2 === 0 ? 20 : 2)) % 10),
);

/** The two hexadecimal digits of each byte. */
const HEX_PAIRS = Buffer.from(
  Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join(''),
);

const DATE_LENGTH = '0000-00-00'.length;
const DASH = 0x2d;

/** Days from 0000-03-01, where the years of this algorithm begin, to 1970-01-01. */
const DAYS_TO_1970 = 719_468;
const DAYS_IN_400_YEARS = 146_097;
const DAYS_IN_100_YEARS = 36_524;
const DAYS_IN_4_YEARS = 1461;

/** Writes the digits of datetimes from 1970 to 9999 over those of a midnight: `2026-01-31T12:00:30.000Z`. */
export class DatetimeWriter {
  readonly #date = new Uint8Array(DATE_LENGTH).fill(DASH);
  readonly #dateView = new DataView(this.#date.buffer);
  #days = Number.NaN;
  /** The date in words: four, four and two characters. */
  #year = 0;
  #month = 0;
  #day = 0;

  /** `view`: a view of the same bytes. */
  write(bytes: Uint8Array, view: DataView, place: number, at: Millis): void {
    const days = Math.floor(at / DAY_MS);
    if (days !== this.#days) this.#writeDay(days);
    view.setInt32(place, this.#year, true);
    view.setInt32(place + 4, this.#month, true);
    view.setInt16(place + 8, this.#day, true);
    const sinceMidnight = at - days * DAY_MS;
    if (sinceMidnight !== 0) writeTimeOfDay(bytes, place, sinceMidnight);
  }

  #writeDay(days: number): void {
    this.#days = days;
    writeDate(this.#date, 0, days);
    this.#year = this.#dateView.getInt32(0, true);
    this.#month = this.#dateView.getInt32(4, true);
    this.#day = this.#dateView.getInt16(8, true);
  }
}

/**
 * Years begin in March here, so that a leap day is the last of its year and months follow a formula. An era has 400 years, after
 * which leap days repeat.
 */
function writeDate(bytes: Uint8Array, place: number, daysSince1970: number): void {
  const days = daysSince1970 + DAYS_TO_1970;
  const eras = (days / DAYS_IN_400_YEARS) | 0;
  const dayOfEra = days - eras * DAYS_IN_400_YEARS;
  const leaps =
    ((dayOfEra / (DAYS_IN_4_YEARS - 1)) | 0) -
    ((dayOfEra / DAYS_IN_100_YEARS) | 0) +
    ((dayOfEra / (DAYS_IN_400_YEARS - 1)) | 0);
  const yearOfEra = ((dayOfEra - leaps) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  // Five months from March have 153 days, and so have the next five.
  const fromMarch = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * fromMarch + 2) / 5) | 0) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = eras * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  const century = (year / 100) | 0;
  writePair(bytes, place, century);
  writePair(bytes, place + 2, year - century * 100);
  writePair(bytes, place + 5, month);
  writePair(bytes, place + 8, day);
}

/** Writes into the bytes of a datetime. */
export function writeTimeOfDay(bytes: Uint8Array, place: number, sinceMidnight: Millis): void {
  const seconds = (sinceMidnight / SECOND_MS) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  writePair(bytes, place + 11, hours);
  writePair(bytes, place + 14, minutes - hours * 60);
  writePair(bytes, place + 17, seconds - minutes * 60);
  const millis = sinceMidnight - seconds * SECOND_MS;
  const hundreds = (millis / 100) | 0;
  bytes[place + 20] = ZERO + hundreds;
  writePair(bytes, place + 21, millis - hundreds * 100);
}

/** A number below 100, in two digits. */
function writePair(bytes: Uint8Array, place: number, value: number): void {
  bytes[place] = PAIRS[2 * value]!;
  bytes[place + 1] = PAIRS[2 * value + 1]!;
}

/** 11 hexadecimal digits, with a dash after the eighth. */
export function writeRecordTime(bytes: Buffer, place: number, at: Millis): void {
  const high = Math.floor(at / 4096);
  const low = at - high * 4096;
  writeHexPair(bytes, place, high >>> 24);
  writeHexPair(bytes, place + 2, (high >>> 16) & 0xff);
  writeHexPair(bytes, place + 4, (high >>> 8) & 0xff);
  writeHexPair(bytes, place + 6, high & 0xff);
  bytes[place + 9] = HEX_PAIRS[2 * (low >>> 8) + 1]!;
  writeHexPair(bytes, place + 10, low & 0xff);
}

function writeHexPair(bytes: Buffer, place: number, byte: number): void {
  bytes[place] = HEX_PAIRS[2 * byte]!;
  bytes[place + 1] = HEX_PAIRS[2 * byte + 1]!;
}
