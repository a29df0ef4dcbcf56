import { INTERVALS, type Interval, type IntervalCandle } from '../../core/candle-interval.ts';
import { flagsIn, type FlagMask, type SeriesId } from '../../core/index-value.ts';
import { recordPrefix } from '../../core/ids/record-prefix.ts';
import { runToEnd, type Slices } from '../../core/async/slices.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import * as column from './candle-numbers.ts';
import { CandleNumbers, expectedIn, isCompleteIn } from './candle-numbers.ts';
import { exactVolume } from './candle-text.ts';
import { DecimalWriter, writeCount } from '../bytes/decimal-writer.ts';
import type { WrittenPage } from '../indices/index-page-writer.ts';
import {
  candleKey,
  candleKind,
  IntervalCandleText,
  volumesShown,
  type CandleMarks,
  type VolumesShown,
} from './interval-candle-text.ts';
import { grownCopy, ConstantText, roomIn, type PageBuffer } from '../bytes/page-bytes.ts';
import { DatetimeWriter, writeRecordTime } from '../bytes/time-bytes.ts';

/**
 * The longest record, with all flags and eight numbers of 325 characters: there is always room for one more.
 */
const MAX_BYTES_PER_RECORD = 4096;
const USUAL_BYTES_PER_RECORD = 560;
/** Written in a fraction of a millisecond. */
const RECORDS_PER_SLICE = 100;

const OPENING = '{"content":[';
const ID = '{"id":"';
const HIGH = new ConstantText('","high":"');
const LOW = new ConstantText('","low":"');
const CLOSE = new ConstantText('","close":"');
const VOLUME_24H = new ConstantText('","volume24h":"');
const VOLUME = new ConstantText('","volume":"');
const VWAP = new ConstantText('","vwap":"');
const TWAP = new ConstantText('","twap":"');
const CARRIED = new ConstantText('","carried":"');
const EXPECTED = new ConstantText('","expected":"');
const COMPLETE = new ConstantText('","complete":true');
const INCOMPLETE = new ConstantText('","complete":false');

const EPOCH = formatDatetime(0);
const [BEGIN, END, TIME] = ['","startTimestamp":"', '","endTimestamp":"', '","timestamp":"'];
/** All instants in one piece; their digits are written later. */
const INSTANTS = Buffer.from(`${BEGIN}${EPOCH}${END}${EPOCH}${TIME}${EPOCH}","ticks":"`);
const START_AT = BEGIN.length;
const END_AT = START_AT + EPOCH.length + END.length;
const TIME_AT = END_AT + EPOCH.length + TIME.length;

/** The bytes written so far: the first `end` bytes. */
interface Written {
  readonly room: PageBuffer;
  readonly end: number;
}

/** Room that nearly always suffices for this many records. */
export function usualCandleBytes(records: number): number {
  return OPENING.length + MAX_BYTES_PER_RECORD + records * USUAL_BYTES_PER_RECORD;
}

/**
 * Writes candles of one series and interval directly as bytes, identical to `IntervalCandleText` but much
 * faster: the common parts are copied, and digits are written from numbers.
 */
export class CandlePageWriter {
  readonly #intervalMs: Millis;
  readonly #interval: Interval;
  readonly #text: IntervalCandleText;
  /** A record up to its open; the instant in its id is written later. */
  readonly #head: Buffer;
  /** Prices of a series have similar numbers of decimals, their means others. */
  readonly #price = new DecimalWriter();
  readonly #vwap = new DecimalWriter();
  readonly #twap = new DecimalWriter();
  readonly #volume = new DecimalWriter();
  readonly #volumes: VolumesShown;
  readonly #numbers: CandleNumbers;
  readonly #datetimes = new DatetimeWriter();
  readonly #endings = new Map<FlagMask, ConstantText>();

  /** `numbers`: reused by writers of successive pages. */
  constructor(series: SeriesId, interval: Interval, numbers = new CandleNumbers()) {
    this.#numbers = numbers;
    const { indexId, indexType } = series;
    this.#interval = interval;
    this.#intervalMs = INTERVALS[interval];
    this.#volumes = volumesShown(series, interval);
    this.#text = new IntervalCandleText(series, interval);
    const id = recordPrefix(candleKind(series, interval), 0) + candleKey(series, interval);
    this.#head = Buffer.from(
      `${ID}${id}","indexId":"${indexId}","indexType":"${indexType}","interval":"${interval}","open":"`,
    );
  }

  /** `next`: the last candle of the page, if there are more. `buffer`: at least `usualCandleBytes(0)`. */
  page(
    candles: readonly IntervalCandle[],
    marks: CandleMarks,
    next: Millis | undefined,
    buffer: Buffer,
  ): WrittenPage {
    return runToEnd(this.pageInSlices(candles, marks, next, buffer));
  }

  /** The same in slices. Neither the buffer nor the numbers may be used elsewhere until it is done. */
  *pageInSlices(
    candles: readonly IntervalCandle[],
    marks: CandleMarks,
    next: Millis | undefined,
    buffer: Buffer,
  ): Slices<WrittenPage> {
    this.#numbers.fill(candles, marks, this.#interval);
    yield;
    let written: Written = { room: roomIn(buffer), end: buffer.write(OPENING, 'latin1') };
    for (let row = 0; row < candles.length; row += RECORDS_PER_SLICE) {
      written = this.#records(candles, marks, written, row, row + RECORDS_PER_SLICE, ',');
      yield;
    }
    const { bytes } = written.room;
    // Removes the last comma.
    const end = candles.length > 0 ? written.end - 1 : written.end;
    const ending = next === undefined ? ']}' : `],"nextId":"${this.#text.idOf(next)}"}`;
    return {
      bytes: bytes.subarray(0, end + bytes.write(ending, end, 'latin1')),
      tag: this.#numbers.tag(`${this.#head.toString('latin1')} ${ending}`),
    };
  }

  /** One record per line. */
  lines(candles: readonly IntervalCandle[], marks: CandleMarks, buffer: Buffer): Buffer {
    this.#numbers.fill(candles, marks, this.#interval);
    const before = { room: roomIn(buffer), end: 0 };
    const { room, end } = this.#records(candles, marks, before, 0, candles.length, '\n');
    return room.bytes.subarray(0, end);
  }

  /** Appends rows `from` <= row < `to` that exist. */
  #records(
    candles: readonly IntervalCandle[],
    marks: CandleMarks,
    before: Written,
    from: number,
    to: number,
    separator: ',' | '\n',
  ): Written {
    const separatorByte = separator.charCodeAt(0);
    const stop = Math.min(to, candles.length);
    let { room, end } = before;
    for (let row = from; row < stop; row++) {
      if (room.bytes.length - end < MAX_BYTES_PER_RECORD) room = roomIn(grownCopy(room.bytes, end));
      const next = this.#record(room, end, row);
      end = next > 0 ? next : this.#longRecord(room, end, candles[row]!, marks);
      room.bytes[end++] = separatorByte;
    }
    return { room, end };
  }

  /** For a record with a number of too many digits. */
  #longRecord(
    { bytes }: PageBuffer,
    start: number,
    candle: IntervalCandle,
    { now, isComplete }: CandleMarks,
  ): number {
    return start + bytes.write(this.#text.textOf(candle, now, isComplete(candle.startAt)), start, 'latin1');
  }

  /** Returns the end of the record; 0 if it has a number of too many digits. */
  #record(room: PageBuffer, start: number, row: number): number {
    const { bytes, view } = room;
    const { values, count } = this.#numbers;
    const { has24h, hasOwn } = this.#volumes;
    bytes.set(this.#head, start);
    writeRecordTime(bytes, start + ID.length, values[row]!);
    const volume = values[row + column.VOLUME * count]!;
    const volumeRest = values[row + column.REST * count]!;
    let end = start + this.#head.length;
    if (!(end = this.#price.put(view, end, values[row + column.OPEN * count]!))) return 0;
    if (!(end = this.#price.put(view, HIGH.write(view, end), values[row + column.HIGH * count]!))) return 0;
    if (!(end = this.#price.put(view, LOW.write(view, end), values[row + column.LOW * count]!))) return 0;
    if (!(end = this.#price.put(view, CLOSE.write(view, end), values[row + column.CLOSE * count]!))) return 0;
    if (has24h && !(end = this.#volume.put(view, VOLUME_24H.write(view, end), volume))) return 0;
    if (hasOwn && volumeRest !== 0) {
      end = VOLUME.write(view, end);
      end += bytes.write(exactVolume({ volume, volumeRest }), end, 'latin1');
    } else if (hasOwn && !(end = this.#volume.put(view, VOLUME.write(view, end), volume))) return 0;
    if (!(end = this.#vwap.put(view, VWAP.write(view, end), values[row + column.VWAP * count]!))) return 0;
    if (!(end = this.#twap.put(view, TWAP.write(view, end), values[row + column.TWAP * count]!))) return 0;
    return this.#afterNumbers(room, end, row);
  }

  #afterNumbers({ bytes, view }: PageBuffer, from: number, row: number): number {
    const { values, count } = this.#numbers;
    const startAt = values[row]!;
    const marks = values[row + column.MARKS * count]!;
    bytes.set(INSTANTS, from);
    // Newest first, the end of a day is the start of the previous one, whose date is known.
    this.#datetimes.write(bytes, view, from + END_AT, startAt + this.#intervalMs);
    this.#datetimes.write(bytes, view, from + START_AT, startAt);
    this.#datetimes.write(bytes, view, from + TIME_AT, startAt);
    let end = writeCount(view, from + INSTANTS.length, values[row + column.TICKS * count]!);
    end = writeCount(view, CARRIED.write(view, end), values[row + column.CARRIED * count]!);
    end = writeCount(view, EXPECTED.write(view, end), expectedIn(marks));
    end = (isCompleteIn(marks) ? COMPLETE : INCOMPLETE).write(view, end);
    return this.#endingOf(values[row + column.FLAGS * count]!).write(view, end);
  }

  #endingOf(flags: FlagMask): ConstantText {
    let ending = this.#endings.get(flags);
    if (!ending) {
      ending = new ConstantText(flags === 0 ? '}' : `,"flags":${JSON.stringify(flagsIn(flags))}}`);
      this.#endings.set(flags, ending);
    }
    return ending;
  }
}
