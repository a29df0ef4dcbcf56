import { INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { ID_OFFSET } from './index-quality-writer.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';
import type { QualityRefresh } from './quality-refresh.ts';

const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');
const EMPTY_LIST = Buffer.from('{"content":[]}');
const ID_LENGTH = 36;

/** Prepared responses with the quality at the newest slot. */
export class Quality {
  #refresh: QualityRefresh | undefined;
  /** Responses for this slot, cached until the next: one for each combination of types, and one for all exchanges. */
  #answers = new Map<string, PreparedAnswer>();

  /** Undefined before the first. */
  get at(): Millis | undefined {
    return this.#refresh?.at;
  }

  replace(next: QualityRefresh): void {
    this.#refresh = next;
    this.#answers = new Map();
  }

  /** Every index of these types that has a value at the slot. */
  ofTypes(types: readonly IndexType[]): PreparedAnswer {
    const key = types.join();
    let answer = this.#answers.get(key);
    if (!answer) this.#answers.set(key, (answer = this.#answerOf(types)));
    return answer;
  }

  ofSeries({ indexType, indexId }: SeriesId): PreparedAnswer {
    const { tag } = this.#indices;
    const row = this.#rowOf(indexType, indexId);
    return listOf(row === undefined ? [] : [this.#rows(row, row + 1)], tag);
  }

  ofExchanges(): PreparedAnswer {
    const { bytes, tag } = this.#exchanges;
    let answer = this.#answers.get('exchanges');
    if (!answer) this.#answers.set('exchanges', (answer = listOf(bytes.length > 0 ? [bytes] : [], tag)));
    return answer;
  }

  ofExchange(exchangeId: string): PreparedAnswer {
    const { bytes, starts, ids, tag } = this.#exchanges;
    const row = ids.indexOf(exchangeId);
    return listOf(row < 0 ? [] : [bytes.subarray(starts[row], starts[row + 1]! - 1)], tag);
  }

  get #indices(): QualityRefresh['indices'] {
    if (!this.#refresh) throw new Error('there is no tick yet');
    return this.#refresh.indices;
  }

  get #exchanges(): QualityRefresh['exchanges'] {
    if (!this.#refresh) throw new Error('there is no tick yet');
    return this.#refresh.exchanges;
  }

  #answerOf(types: readonly IndexType[]): PreparedAnswer {
    const wanted = INDEX_TYPES.filter((type) => types.includes(type));
    const ranges = wanted.map((type) => this.#rangeOf(type)).filter(([first, end]) => first < end);
    // Tokens of different scopes get different bodies from the same URL.
    return listOf(
      ranges.map(([first, end]) => this.#rows(first, end)),
      `${this.#indices.tag}-${wanted.join('')}`,
    );
  }

  #rangeOf(type: IndexType): readonly [number, number] {
    const { ends } = this.#indices;
    const typeIndex = INDEX_TYPES.indexOf(type);
    return [ends[typeIndex - 1] ?? 0, ends[typeIndex] ?? 0];
  }

  /** Rows of a type ascend by id. */
  #rowOf(indexType: IndexType, indexId: string): number | undefined {
    const [first, end] = this.#rangeOf(indexType);
    let [low, high] = [first, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#idAt(middle) < indexId) low = middle + 1;
      else high = middle;
    }
    return low < end && this.#idAt(low) === indexId ? low : undefined;
  }

  #idAt(row: number): string {
    const { bytes, starts } = this.#indices;
    const from = starts[row]! + ID_OFFSET;
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, ID_LENGTH).toString('latin1');
  }

  /** Records `first` to `end`, separated by commas. */
  #rows(first: number, end: number): Uint8Array {
    const { bytes, starts } = this.#indices;
    return bytes.subarray(starts[first], starts[end]! - 1);
  }
}

function listOf(parts: readonly Uint8Array[], tag: string): PreparedAnswer {
  if (parts.length === 0) return new PreparedAnswer(EMPTY_LIST, tag);
  const joined = parts.flatMap((part, i) => (i === 0 ? [part] : [COMMA, part]));
  return new PreparedAnswer(Buffer.concat([OPENING, ...joined, CLOSING]), tag);
}
