import { INDEX_WINDOW_MS, type SeriesId } from '../core/index-value.ts';
import type { ReferenceContent, ReferenceVersion } from '../core/reference-data.ts';
import { DAY_MS, type Millis } from '../core/time.ts';
import { LX_INDICES } from '../core/ids/well-known-ids.ts';

/** In force from this slot until the next change. */
export interface ListingChange {
  readonly from: Millis;
  readonly isListed: boolean;
}

/** Of older changes, only the last of each series is kept. */
const KEPT_MS = INDEX_WINDOW_MS + DAY_MS;
/** Versions between two searches for such changes. */
const VERSIONS_PER_CLEANUP = 256;

/**
 * When the assets and markets of indices were listed as ACTIVE: for all series at once, from successive versions of the
 * reference data in the order in which they were stored. Nothing is known about the time before the first. It stores
 * only changes, and drops those from before the window.
 */
export class ListingChanges {
  /** Ascending. Before its first change a series was not listed. */
  readonly #changes = new Map<string, ListingChange[]>();
  /** Since when listings are known. */
  #origin: Millis = Infinity;
  /** Time of the newest change. */
  #newest: Millis = -Infinity;
  #listed: ReadonlySet<string> = new Set();
  #before: ReferenceContent | undefined;
  #versions = 0;

  add({ from, data }: Pick<ReferenceVersion, 'from' | 'data'>): void {
    // A version that was announced and never used may be followed by one that starts earlier.
    if (from <= this.#newest) this.#takeBack(from);
    this.#origin = Math.min(this.#origin, from);
    if (!isSameListing(this.#before, data)) this.#listed = listedIn(data);
    this.#before = data;
    const known = this.#changes;
    for (const key of this.#listed) if (!this.#isListed(key)) this.#push(key, { from, isListed: true });
    for (const key of known.keys())
      if (!this.#listed.has(key) && this.#isListed(key)) this.#push(key, { from, isListed: false });
    if (++this.#versions % VERSIONS_PER_CLEANUP === 0) this.#forgetBefore(from - KEPT_MS);
  }

  of({ indexType, indexId }: SeriesId): readonly ListingChange[] {
    if (this.#origin === Infinity) return [];
    const changes = this.#changes.get(keyOf(indexType, indexId)) ?? [];
    return changes[0]?.from === this.#origin
      ? changes
      : [{ from: this.#origin, isListed: false }, ...changes];
  }

  /** Number of changes kept. */
  get size(): number {
    let sum = 0;
    for (const changes of this.#changes.values()) sum += changes.length;
    return sum;
  }

  #isListed(key: string): boolean {
    return this.#changes.get(key)?.at(-1)?.isListed ?? false;
  }

  #push(key: string, change: ListingChange): void {
    const changes = this.#changes.get(key);
    if (changes) changes.push(change);
    else this.#changes.set(key, [change]);
    this.#newest = Math.max(this.#newest, change.from);
  }

  #takeBack(from: Millis): void {
    this.#newest = -Infinity;
    for (const [key, changes] of this.#changes) {
      const kept = changes.filter((change) => change.from < from);
      this.#put(key, kept);
      this.#newest = Math.max(this.#newest, kept.at(-1)?.from ?? -Infinity);
    }
  }

  #forgetBefore(instant: Millis): void {
    for (const [key, changes] of this.#changes) {
      const first = changes.findLastIndex(({ from }) => from <= instant);
      const kept = changes.slice(Math.max(0, first));
      this.#put(key, kept.length === 1 && !kept[0]!.isListed && kept[0]!.from <= instant ? [] : kept);
    }
  }

  #put(key: string, changes: ListingChange[]): void {
    if (changes.length > 0) this.#changes.set(key, changes);
    else this.#changes.delete(key);
  }
}

function isSameListing(before: ReferenceContent | undefined, data: ReferenceContent): boolean {
  return (
    before !== undefined &&
    before.exchanges === data.exchanges &&
    before.markets === data.markets &&
    before.lx === data.lx
  );
}

function keyOf(indexType: SeriesId['indexType'], indexId: string): string {
  return `${indexType} ${indexId}`;
}

/** The keys of all indices that the listings allow. */
function listedIn({ exchanges, markets, lx }: ReferenceContent): Set<string> {
  const active = new Set<string>();
  for (const { listings } of exchanges)
    for (const { marketId, status } of listings) if (status === 'ACTIVE') active.add(marketId);
  const listed = new Set<string>();
  for (const id of active) listed.add(keyOf('MWA', id));
  for (const { id, baseAssetId, quoteAssetId } of markets)
    if (active.has(id)) listed.add(keyOf('GWA', baseAssetId)).add(keyOf('GWA', quoteAssetId));
  for (const { name, constituents } of lx)
    if (constituents.length > 0) listed.add(keyOf('LX', LX_INDICES[name]));
  return listed;
}
