import { Lru } from '../../core/lru.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import type { MarketCapRefresh, MarketCapRow } from './market-cap-refresh.ts';
import { listAnswer } from '../answers/list-answer.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';

/** `change24h`, `change7d`, `change30d` in percent; absent if history is too short. */
export type Changes = Readonly<Partial<Record<'change24h' | 'change7d' | 'change30d', string>>>;

/** Changes of an asset's numbers. */
export interface MarketCapChanges {
  readonly marketCapPercentChange: Changes;
  readonly totalMarketCapPercentChange: Changes;
  readonly volumePercentChange: Changes;
  readonly pricePercentChange: Changes;
}

/** Selects one asset, or a number of the largest. */
export interface CapSelection {
  readonly assetId?: string | undefined;
  readonly top?: number | undefined;
}

const NOTHING = Buffer.from('{"content":[]}');
/** Clients use few different numbers of the largest. */
const MAX_KEPT = 16;

/** The market caps of the newest slot, ready to send, in ascending rank. */
export class MarketCaps {
  #refresh: MarketCapRefresh;
  #all: PreparedAnswer;
  #positions: ReadonlyMap<string, number>;
  #total: PreparedAnswer | undefined;
  #largest = new Lru<number, PreparedAnswer>({ maxEntries: MAX_KEPT });

  constructor(first: MarketCapRefresh) {
    this.#refresh = first;
    this.#all = wholeAnswer(first);
    this.#positions = positionsIn(first);
    this.#total = totalAnswer(first);
  }

  get at(): Millis {
    return this.#refresh.at;
  }

  get rows(): readonly MarketCapRow[] {
    return this.#refresh.rows;
  }

  replace(next: MarketCapRefresh): void {
    this.#refresh = next;
    this.#all = wholeAnswer(next);
    this.#positions = positionsIn(next);
    this.#total = totalAnswer(next);
    this.#largest = new Lru({ maxEntries: MAX_KEPT });
  }

  /** Undefined if the compute node did not send one. */
  get total(): PreparedAnswer | undefined {
    return this.#total;
  }

  of({ assetId, top = Infinity }: CapSelection): PreparedAnswer {
    if (assetId !== undefined) return this.#ofAsset(assetId, top);
    return top < this.rows.length ? this.#ofLargest(top) : this.#all;
  }

  /** The same records with their changes, for the newest slot. */
  withChanges(
    changesOf: (row: MarketCapRow) => MarketCapChanges,
    { assetId, top = Infinity }: CapSelection = {},
    nextTurn: () => Promise<void>,
  ): Promise<PreparedAnswer> {
    const refresh = this.#refresh;
    const positions = this.#positions;
    const ranked = top < this.rows.length ? this.rows.slice(0, top) : this.rows;
    const rows = assetId === undefined ? ranked : ranked.filter((row) => row.assetId === assetId);
    const textOf = (row: MarketCapRow) => {
      const fragment = fragmentOf(refresh, positions.get(row.assetId) ?? 0);
      return `${fragment.slice(0, -1)},${JSON.stringify(changesOf(row)).slice(1)}`;
    };
    return listAnswer(rows, textOf, ']}', nextTurn);
  }

  #ofAsset(assetId: string, top: number): PreparedAnswer {
    const position = this.#positions.get(assetId) ?? Infinity;
    const body =
      position < top ? Buffer.from(`{"content":[${fragmentOf(this.#refresh, position)}]}`) : NOTHING;
    return new PreparedAnswer(body, this.#refresh.tag);
  }

  /** Cached, so that it is compressed once. */
  #ofLargest(top: number): PreparedAnswer {
    let answer = this.#largest.get(top);
    if (!answer) {
      const { bytes, starts, tag } = this.#refresh;
      // Without the comma before the next record.
      answer = contentAnswer(bytes.subarray(0, (starts[top] ?? 0) - 1), `${tag}-${top}`);
      this.#largest.set(top, answer);
    }
    return answer;
  }
}

function wholeAnswer({ bytes, tag }: MarketCapRefresh): PreparedAnswer {
  return contentAnswer(bytes, tag);
}

function fragmentOf({ bytes, starts }: MarketCapRefresh, position: number): string {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset);
  return whole.toString('latin1', starts[position], (starts[position + 1] ?? 0) - 1);
}

function totalAnswer({ at, total }: MarketCapRefresh): PreparedAnswer | undefined {
  return total && PreparedAnswer.ofJson(JSON.stringify({ ...total, timestamp: formatDatetime(at) }));
}

function contentAnswer(bytes: Uint8Array, tag: string): PreparedAnswer {
  return new PreparedAnswer(Buffer.concat([Buffer.from('{"content":['), bytes, Buffer.from(']}')]), tag);
}

function positionsIn({ rows }: MarketCapRefresh): ReadonlyMap<string, number> {
  return new Map(rows.map(({ assetId }, position) => [assetId, position]));
}
