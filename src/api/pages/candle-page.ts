import type { Candle } from '../../core/candle.ts';
import { candleId, candleText } from '../../latest/candles/candle-text.ts';
import { listAnswer } from '../../latest/answers/list-answer.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import type { IndexType, SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import type { HistoryReader } from '../../history/history-store.ts';

/**
 * Up to `size` end-of-day records, with the id of the next page if there is one. Written in turns of the
 * event loop. `incomplete`: the missing parts.
 */
export function candlePage(
  candles: readonly Candle[],
  size: number,
  nextTurn: () => Promise<void>,
  incomplete?: string,
): Promise<PreparedAnswer> {
  const shown = candles.slice(0, size);
  const last = shown.at(-1);
  const ending = last && candles.length > size ? `],"nextId":"${candleId(last)}"}` : ']}';
  return listAnswer(shown, candleText, ending, nextTurn, incomplete);
}

interface Snapshot {
  /** The last day included, and the tick at which history was read. */
  readonly lastDay: Millis;
  readonly at: Millis;
  /** Newest day first, then in the order of series. */
  readonly candles: Promise<readonly Candle[]>;
  readonly answers: Map<string, Promise<PreparedAnswer>>;
}

/** The last complete day of every series. History is read once per tick, on demand. */
export class LatestCandles {
  readonly #history: HistoryReader;
  readonly #turns: Pick<LoopTurns, 'next'>;
  #snapshot: Snapshot | undefined;

  constructor(history: HistoryReader, turns: Pick<LoopTurns, 'next'>) {
    this.#history = history;
    this.#turns = turns;
  }

  async ofSeries(series: SeriesId, lastDay: Millis): Promise<PreparedAnswer> {
    const candles = await this.#history.readCandles({ series, startAtOrBefore: lastDay, limit: 1 });
    return candlePage(candles, 1, () => this.#turns.next());
  }

  ofTypes(types: readonly IndexType[], lastDay: Millis, at: Millis): Promise<PreparedAnswer> {
    const { answers, candles } = this.#take(lastDay, at);
    const key = types.join();
    let answer = answers.get(key);
    if (!answer) {
      const wanted = candles.then((all) => all.filter(({ indexType }) => types.includes(indexType)));
      answer = wanted.then((some) => candlePage(some, some.length, () => this.#turns.next()));
      answers.set(key, answer);
    }
    return answer;
  }

  #take(lastDay: Millis, at: Millis): Snapshot {
    const known = this.#snapshot;
    if (known && known.lastDay === lastDay && known.at === at) return known;
    const candles = this.#history
      .newestCandles(lastDay)
      .then((newest) => newest.toSorted((a, b) => b.startAt - a.startAt));
    const snapshot: Snapshot = { lastDay, at, candles, answers: new Map() };
    candles.catch(() => this.#forget(snapshot));
    this.#snapshot = snapshot;
    return snapshot;
  }

  /** A failed read is retried with the next request. */
  #forget(snapshot: Snapshot): void {
    if (this.#snapshot === snapshot) this.#snapshot = undefined;
  }
}
