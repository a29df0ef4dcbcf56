import { toNumber, type Sparkline } from '@tidemark/sdk';
import { sparkPath } from '../../parts/sparkline.ts';

interface Spark {
  readonly d: string;
  readonly direction: 'up' | 'down' | '';
}

const NONE: Spark = { d: '', direction: '' };

/** Sparklines of the last seven days, each computed when it is first visible. */
export class Sparks {
  #lists: ReadonlyMap<string, Sparkline> = new Map();
  #paths = new Map<string, Spark>();

  set(lists: ReadonlyMap<string, Sparkline>): void {
    this.#lists = lists;
    this.#paths = new Map();
  }

  of(assetId: string): Spark {
    const known = this.#paths.get(assetId);
    if (known) return known;
    const closes = this.#lists.get(assetId)?.closes;
    if (!closes) return NONE;
    const spark = sparkOf(closes.map((close) => (close === '' ? Number.NaN : toNumber(close))));
    this.#paths.set(assetId, spark);
    return spark;
  }
}

function sparkOf(closes: readonly number[]): Spark {
  const known = closes.filter((close) => !Number.isNaN(close));
  const change = known.at(-1)! - known[0]!;
  return { d: sparkPath(closes), direction: change > 0 ? 'up' : change < 0 ? 'down' : '' };
}
