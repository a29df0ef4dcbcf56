import { Deferred } from '../../../core/async/deferred.ts';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import { SeriesOrder } from '../../../core/ids/series-order.ts';
import { runInTurns } from '../../../core/async/slices.ts';
import type { TableChange } from '../../../reference/versions/reference-change.ts';
import type { ReferenceNews } from '../../../reference/versions/reference-news.ts';

/** The order of series depends only on the ids. */
interface Ids {
  readonly markets: ReadonlySet<string>;
  readonly assets: ReadonlySet<string>;
}

/** A tick is stored before the next but one version is used; one more is kept for a late tick. */
const MAX_KEPT = 4;

export class SeriesOrders {
  readonly #orders = new Map<string, Deferred<SeriesOrder>>();
  #ids: Ids = { markets: new Set(), assets: new Set() };
  #last: Promise<SeriesOrder> | undefined;

  /** Call with every version from the first on, before a tick that uses it. */
  announce(news: ReferenceNews): void {
    const ids = 'data' in news ? idsOf(news.data) : changedIds(this.#ids, news.change);
    const order = ids === this.#ids && this.#last ? this.#last : orderOf(ids);
    this.#ids = ids;
    this.#last = order;
    const kept = this.#kept(news.hash);
    order.then(kept.resolve, kept.reject);
    // A tick that needs it fails with the same error.
    kept.promise.catch(() => undefined);
  }

  /** Resolves when the version has been announced. */
  of(reference: string): Promise<SeriesOrder> {
    return this.#kept(reference).promise;
  }

  #kept(reference: string): Deferred<SeriesOrder> {
    const known = this.#orders.get(reference) ?? new Deferred<SeriesOrder>();
    this.#orders.delete(reference);
    this.#orders.set(reference, known);
    for (const [oldest] of this.#orders) if (this.#orders.size > MAX_KEPT) this.#orders.delete(oldest);
    return known;
  }
}

function orderOf({ markets, assets }: Ids): Promise<SeriesOrder> {
  const rows = (ids: ReadonlySet<string>) => [...ids].map((id) => ({ id }));
  return runInTurns(SeriesOrder.inSlices({ markets: rows(markets), assets: rows(assets) }), EVENT_LOOP);
}

interface Rows {
  readonly markets: readonly { readonly id: string }[];
  readonly assets: readonly { readonly id: string }[];
}

function idsOf({ markets, assets }: Rows): Ids {
  return { markets: new Set(markets.map(({ id }) => id)), assets: new Set(assets.map(({ id }) => id)) };
}

/** The same object if no id was added or removed. */
function changedIds(
  ids: Ids,
  change: { readonly markets?: TableChange<'markets'>; readonly assets?: TableChange<'assets'> },
): Ids {
  const markets = changed(ids.markets, change.markets);
  const assets = changed(ids.assets, change.assets);
  return markets === ids.markets && assets === ids.assets ? ids : { markets, assets };
}

function changed(
  ids: ReadonlySet<string>,
  { set = [], removed = [] }: { readonly set?: Rows['markets']; readonly removed?: readonly string[] } = {},
): ReadonlySet<string> {
  if (removed.length === 0 && set.every(({ id }) => ids.has(id))) return ids;
  const next = new Set(ids);
  for (const id of removed) next.delete(id);
  for (const { id } of set) next.add(id);
  return next;
}
