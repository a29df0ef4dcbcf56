import { INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import { inBatches, type Slices } from '../../core/async/slices.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';

/** Candles per line. */
export const SPARKLINE_CANDLES = 42;

const GAP = '""';
const NO_CLOSE = Array.from({ length: SPARKLINE_CANDLES }, () => GAP).join();
const LAST_GAP = `,${GAP}`;
const SERIES_PER_STEP = 200;

const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** New or changed closes by the position of their candle; empty if there is none. */
export type Closes = ReadonlyMap<number, string>;

/** The last closes of every index as JSON. Changes appear after `publish`. */
export class Sparklines {
  /** By index id, as written in the answer: oldest first, with commas. */
  readonly #lines = new Map<string, string>();
  #records: ReadonlyMap<IndexType, Buffer> = new Map();
  #answers = new Map<string, PreparedAnswer>();

  /**
   * Moves by this number of new candles: the oldest are dropped, and there are gaps at the end until closes
   * are entered.
   */
  *shift(count: number): Slices<void> {
    if (count >= SPARKLINE_CANDLES) this.#lines.clear();
    const gaps = `,${GAP}`.repeat(count);
    yield* inBatches(this.#lines, SERIES_PER_STEP, ([id, line]) => {
      let cut = 0;
      for (let i = 0; i < count; i++) cut = line.indexOf(',', cut) + 1;
      this.#lines.set(id, line.slice(cut) + gaps);
    });
  }

  enter({ indexId }: SeriesId, closes: Closes): void {
    if (closes.size === 0) return;
    const line = this.#lines.get(indexId) ?? NO_CLOSE;
    const last = closes.size === 1 && line.endsWith(LAST_GAP) ? closes.get(SPARKLINE_CANDLES - 1) : undefined;
    // Fast path for one new candle, the usual case.
    this.#lines.set(
      indexId,
      last === undefined ? withCloses(line, closes) : `${line.slice(0, -GAP.length)}"${last}"`,
    );
  }

  /** All indices of this order that have a close; `endAt` is the end of the last candle. */
  *publish(order: SeriesOrder, endAt: Millis): Slices<void> {
    const records = new Map<IndexType, Buffer>();
    const ending = `","endTimestamp":"${formatDatetime(endAt)}","closes":[`;
    for (const indexType of INDEX_TYPES) {
      const parts: string[] = [];
      const series = order.series.slice(...order.rangeOf(indexType));
      yield* inBatches(series, SERIES_PER_STEP, ({ indexId }) => {
        const line = this.#lines.get(indexId);
        if (line === undefined || line === NO_CLOSE) return;
        parts.push(`{"indexId":"${indexId}","indexType":"${indexType}${ending}${line}]}`);
      });
      records.set(indexType, Buffer.from(parts.join(), 'latin1'));
      yield;
    }
    this.#records = records;
    this.#answers = new Map();
  }

  /** Every index of these types, in the order of series. */
  ofTypes(types: readonly IndexType[]): PreparedAnswer {
    const key = types.join();
    let answer = this.#answers.get(key);
    if (!answer) {
      const parts = INDEX_TYPES.filter((type) => types.includes(type))
        .map((type) => this.#records.get(type) ?? Buffer.alloc(0))
        .filter(({ length }) => length > 0);
      const joined = parts.flatMap((part, i) => (i === 0 ? [part] : [COMMA, part]));
      answer = new PreparedAnswer(Buffer.concat([OPENING, ...joined, CLOSING]));
      this.#answers.set(key, answer);
    }
    return answer;
  }
}

function withCloses(line: string, closes: Closes): string {
  const all = line.split(',');
  for (const [place, close] of closes) all[place] = `"${close}"`;
  return all.join();
}
