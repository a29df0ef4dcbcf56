import { formatNumber } from '../../core/numbers/decimal.ts';
import { flagsIn, type FlagMask, type SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayStart, formatDatetime, type Millis } from '../../core/time.ts';
import type { SeriesColumns } from '../../core/value-columns.ts';
import { DecimalWriter } from '../bytes/decimal-writer.ts';
import { grownCopy, roomIn, type PageBuffer } from '../bytes/page-bytes.ts';
import { writeRecordTime, writeTimeOfDay } from '../bytes/time-bytes.ts';
import { tickId } from './series-record-id.ts';

/**
 * The longest line, with all flags and three numbers of 325 characters: there is always room for one more.
 */
const MAX_BYTES_PER_LINE = 1536;
const USUAL_BYTES_PER_LINE = 160;
const COMMA = 0x2c;

/**
 * Writes index ticks of one series as CSV rows, directly as bytes: id, indexId, indexType, price, volume,
 * timestamp, tickVolume, flags.
 */
export class TickLines {
  readonly #price = new DecimalWriter();
  readonly #volume = new DecimalWriter();
  readonly #tickVolume = new DecimalWriter();
  readonly #endings = new Map<FlagMask, Buffer>();
  readonly #head: Buffer;
  #day: Millis = Number.NaN;
  #midnight = Buffer.alloc(0);
  #room: PageBuffer = roomIn(Buffer.alloc(0));
  #end = 0;

  constructor(series: SeriesId) {
    const { indexType, indexId } = series;
    this.#head = Buffer.from(`${tickId(series, 0)},${indexId},${indexType},`, 'latin1');
  }

  /** The first `count` rows, in their order. */
  lines({ ats, prices, volumes, tickVolumes, flags }: SeriesColumns, count: number): Buffer {
    this.#room = roomIn(Buffer.allocUnsafeSlow(MAX_BYTES_PER_LINE + count * USUAL_BYTES_PER_LINE));
    this.#end = 0;
    for (let row = 0; row < count; row++) {
      if (this.#room.bytes.length - this.#end < MAX_BYTES_PER_LINE)
        this.#room = roomIn(grownCopy(this.#room.bytes, this.#end));
      const start = this.#end;
      this.#copy(this.#head);
      writeRecordTime(this.#room.bytes, start, ats[row]!);
      this.#number(this.#price, prices[row]!);
      this.#number(this.#volume, volumes[row]!);
      this.#instant(ats[row]!);
      if (Number.isNaN(tickVolumes[row]!)) this.#room.bytes[this.#end++] = COMMA;
      else this.#number(this.#tickVolume, tickVolumes[row]!);
      this.#copy(this.#endingOf(flags[row]!));
    }
    return this.#room.bytes.subarray(0, this.#end);
  }

  #copy(part: Buffer): void {
    this.#room.bytes.set(part, this.#end);
    this.#end += part.length;
  }

  /** Including its comma. */
  #number(column: DecimalWriter, value: number): void {
    const { bytes, view } = this.#room;
    const end = column.put(view, this.#end, value);
    this.#end = end > 0 ? end : this.#end + bytes.write(formatNumber(value), this.#end, 'latin1');
    bytes[this.#end++] = COMMA;
  }

  #instant(at: Millis): void {
    if (!(at - this.#day >= 0 && at - this.#day < DAY_MS)) {
      this.#day = dayStart(at);
      this.#midnight = Buffer.from(`${formatDatetime(this.#day)},`, 'latin1');
    }
    const start = this.#end;
    this.#copy(this.#midnight);
    writeTimeOfDay(this.#room.bytes, start, at - this.#day);
  }

  #endingOf(flags: FlagMask): Buffer {
    let ending = this.#endings.get(flags);
    if (!ending)
      this.#endings.set(flags, (ending = Buffer.from(`${flagsIn(flags).join('|')}\r\n`, 'latin1')));
    return ending;
  }
}
