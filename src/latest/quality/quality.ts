import { INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { ID_OFFSET } from './index-quality-writer.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';
import type { QualityRefresh } from './quality-refresh.ts';

const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');
const NOTHING = Buffer.from('{"content":[]}');
const ID_LENGTH = 36;

/** The quality of the newest slot as answers. */
export class Quality {
  #refresh: QualityRefresh | undefined;
  /** Answers for this slot, cached until the next: a few bodies by types, and the one of all exchanges. */
  #kept = new Map<string, PreparedAnswer>();

  /** Undefined before the first. */
  get at(): Millis | undefined {
    return this.#refresh?.at;
  }

  replace(next: QualityRefresh): void {
    this.#refresh = next;
    this.#kept = new Map();
  }

  /** Every index of these types that has a value at the slot. */
  ofTypes(types: readonly IndexType[]): PreparedAnswer {
    const key = types.join();
    let answer = this.#kept.get(key);
    if (!answer) this.#kept.set(key, (answer = this.#answerOf(types)));
    return answer;
  }

  ofSeries({ indexType, indexId }: SeriesId): PreparedAnswer {
    const { tag } = this.#indices;
    const row = this.#rowOf(indexType, indexId);
    return listOf(row === undefined ? [] : [this.#rows(row, row + 1)], tag);
  }

  ofExchanges(): PreparedAnswer {
    const { bytes, tag } = this.#exchanges;
    let answer = this.#kept.get('exchanges');
    if (!answer) this.#kept.set('exchanges', (answer = listOf(bytes.length > 0 ? [bytes] : [], tag)));
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
    const place = INDEX_TYPES.indexOf(type);
    return [ends[place - 1] ?? 0, ends[place] ?? 0];
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

  /** Records side by side. */
  #rows(first: number, end: number): Uint8Array {
    const { bytes, starts } = this.#indices;
    return bytes.subarray(starts[first], starts[end]! - 1);
  }
}

function listOf(parts: readonly Uint8Array[], tag: string): PreparedAnswer {
  if (parts.length === 0) return new PreparedAnswer(NOTHING, tag);
  const joined = parts.flatMap((part, i) => (i === 0 ? [part] : [COMMA, part]));
  return new PreparedAnswer(Buffer.concat([OPENING, ...joined, CLOSING]), tag);
}
