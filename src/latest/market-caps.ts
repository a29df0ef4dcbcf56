import type { Millis } from '../core/time.ts';
import type { MarketCapRefresh, MarketCapRow } from './market-cap-refresh.ts';
import { PreparedAnswer } from './prepared-answer.ts';

/** `change24h`, `change7d`, `change30d` in percent; a span is absent where history is too short. */
export type Changes = Readonly<Partial<Record<'change24h' | 'change7d' | 'change30d', string>>>;

/** How the figures of an asset have changed. */
export interface MarketCapChanges {
  readonly marketCapPercentChange: Changes;
  readonly totalMarketCapPercentChange: Changes;
  readonly volumePercentChange: Changes;
  readonly pricePercentChange: Changes;
}

const NOTHING = Buffer.from('{"content":[]}');

/** The market caps of the newest slot, ready to send, in ascending rank. */
export class MarketCaps {
  #refresh: MarketCapRefresh;
  #all: PreparedAnswer;
  #positions: ReadonlyMap<string, number>;

  constructor(first: MarketCapRefresh) {
    this.#refresh = first;
    this.#all = wholeAnswer(first);
    this.#positions = positionsIn(first);
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
  }

  all(): PreparedAnswer {
    return this.#all;
  }

  ofAsset(assetId: string): PreparedAnswer {
    const position = this.#positions.get(assetId);
    const body = position === undefined ? NOTHING : Buffer.from(`{"content":[${this.#fragment(position)}]}`);
    return new PreparedAnswer(body, this.#refresh.tag);
  }

  /** The same records with their changes; of one asset where it is given. */
  withChanges(changesOf: (row: MarketCapRow) => MarketCapChanges, assetId?: string): PreparedAnswer {
    const rows = assetId === undefined ? this.rows : this.rows.filter((row) => row.assetId === assetId);
    const records = rows.map((row) => {
      const fragment = this.#fragment(this.#positions.get(row.assetId) ?? 0);
      return `${fragment.slice(0, -1)},${JSON.stringify(changesOf(row)).slice(1)}`;
    });
    return PreparedAnswer.ofJson(`{"content":[${records.join()}]}`);
  }

  #fragment(position: number): string {
    const { bytes, starts } = this.#refresh;
    return Buffer.from(bytes.buffer, bytes.byteOffset).toString(
      'latin1',
      starts[position],
      (starts[position + 1] ?? 0) - 1,
    );
  }
}

function wholeAnswer({ bytes, tag }: MarketCapRefresh): PreparedAnswer {
  return new PreparedAnswer(Buffer.concat([Buffer.from('{"content":['), bytes, Buffer.from(']}')]), tag);
}

function positionsIn({ rows }: MarketCapRefresh): ReadonlyMap<string, number> {
  return new Map(rows.map(({ assetId }, position) => [assetId, position]));
}
