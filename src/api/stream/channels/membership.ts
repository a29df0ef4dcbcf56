import { movedMarkets } from '../../../latest/tickers/listing-order.ts';
import type { ServedMarket } from '../../../latest/market/served-market.ts';

/** A market that a subscription follows, optionally on one exchange only. */
export interface FollowedMarket {
  readonly marketId: string;
  readonly exchangeId?: string;
}

/** The items of each market at the time of a publication. */
export interface Membership {
  /** Later revisions have higher numbers. */
  readonly revision: number;
  itemsOf(market: FollowedMarket): readonly number[];
  /** Markets whose items have changed since an earlier revision; undefined if that is too long ago. */
  changedSince(revision: number): ReadonlySet<string> | undefined;
}

interface Step {
  readonly revision: number;
  readonly moved: ReadonlySet<string>;
}

/** A session that has missed more revisions checks everything that it follows. */
const MAX_STEPS = 16;

/** Based on versions of the market: each one that is used is a new revision. */
abstract class VersionMembership implements Membership {
  readonly market: ServedMarket;
  readonly revision: number;
  readonly #steps: readonly Step[];

  constructor(market: ServedMarket, before: VersionMembership | undefined) {
    this.market = market;
    this.revision = (before?.revision ?? 0) + 1;
    const step = before && { revision: this.revision, moved: this.movedSince(before.market) };
    this.#steps = step ? [...before.#steps.slice(1 - MAX_STEPS), step] : [];
  }

  abstract itemsOf(market: FollowedMarket): readonly number[];

  protected abstract movedSince(before: ServedMarket): ReadonlySet<string>;

  changedSince(revision: number): ReadonlySet<string> | undefined {
    const missed = this.#steps.filter((step) => step.revision > revision);
    if (missed.length < this.revision - revision) return undefined;
    const [only, ...others] = missed;
    if (only && others.length === 0) return only.moved;
    return new Set(missed.flatMap(({ moved }) => [...moved]));
  }
}

/** All listings of a market. */
export class ListedMembership extends VersionMembership {
  itemsOf({ marketId, exchangeId }: FollowedMarket): readonly number[] {
    const { listings, items } = this.market;
    const listed =
      exchangeId === undefined ? listings.ofMarket(marketId) : [listings.indexOf(exchangeId, marketId)];
    return listed.flatMap((listing) => (listing === undefined ? [] : (items.listings[listing] ?? [])));
  }

  protected movedSince(before: ServedMarket): ReadonlySet<string> {
    return movedMarkets(before.listings, this.market.listings);
  }
}

/** The listings of a market that deliver trades. */
export class TradedMembership extends VersionMembership {
  itemsOf({ marketId, exchangeId }: FollowedMarket): readonly number[] {
    const { traded, register } = this.market;
    const listings = traded.ofMarket(marketId, exchangeId);
    return listings.flatMap((listing) => register.numbers.listingItem(listing) ?? []);
  }

  protected movedSince(before: ServedMarket): ReadonlySet<string> {
    return this.market.traded.movedSince(before.traded);
  }
}
