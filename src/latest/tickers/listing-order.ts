import type { ListingKey } from '../../core/ids/listing-key.ts';
import { compareIds } from '../../core/ids/id-order.ts';
import { entityKey } from '../../core/ids/record-id.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import { atOnce, everySo, type Slices } from '../../core/async/slices.ts';
import { ExchangeListings } from './exchange-listings.ts';

type Exchanges = Pick<ReferenceData, 'exchanges'>;

/** An order that is ready to be used. */
interface ListingParts {
  readonly listings: readonly ListingKey[];
  readonly active: Uint8Array;
  /** By exchange. */
  readonly blocks: readonly ExchangeListings[];
  /** Where each block's listings begin. */
  readonly starts: ReadonlyMap<string, number>;
  /** The exchanges that list a market, in their order. */
  readonly exchangesOf: ReadonlyMap<string, readonly string[]>;
}

const NOTHING: readonly string[] = [];
const BLOCKS_A_STEP = 8;
/** Where more markets have moved, starting anew is as fast. */
const MOST_MOVED = 200;

/**
 * Every listing of a catalogue in the order in which exchange tickers are served: by exchange, then by market. Two
 * threads that hold the same catalogue number the listings alike.
 */
export class ListingOrder {
  readonly listings: readonly ListingKey[];
  /** Whether exchange and listing are ACTIVE: only then is there a ticker to serve. */
  readonly active: Uint8Array;
  /** One for each exchange, in order. */
  readonly blocks: readonly ExchangeListings[];
  readonly #starts: ReadonlyMap<string, number>;
  readonly #byExchange: ReadonlyMap<string, ExchangeListings>;
  readonly #exchangesOf: ReadonlyMap<string, readonly string[]>;

  constructor(source: Exchanges | ListingParts) {
    const parts = 'blocks' in source ? source : atOnce(ListingOrder.#partsOf(source, undefined));
    this.listings = parts.listings;
    this.active = parts.active;
    this.blocks = parts.blocks;
    this.#starts = parts.starts;
    this.#byExchange = new Map(parts.blocks.map((block) => [block.exchangeId, block]));
    this.#exchangesOf = parts.exchangesOf;
  }

  /** The same, for a thread in which others wait; what is as it was in `previous` is taken from there. */
  static *inSlices(exchanges: Exchanges, previous?: ListingOrder): Slices<ListingOrder> {
    return new ListingOrder(yield* ListingOrder.#partsOf(exchanges, previous));
  }

  static *#partsOf(exchanges: Exchanges, previous: ListingOrder | undefined): Slices<ListingParts> {
    const blocks = yield* blocksOf(exchanges, previous);
    const starts = new Map<string, number>();
    const listings: ListingKey[] = [];
    yield* everySo(blocks, 4 * BLOCKS_A_STEP, (block) => {
      starts.set(block.exchangeId, listings.length);
      for (const listing of block.listings) listings.push(listing);
    });
    const active = new Uint8Array(listings.length);
    for (const block of blocks) active.set(block.active, starts.get(block.exchangeId));
    yield;
    const known = previous && previous.#exchangesAfter(blocks);
    yield;
    const exchangesOf = known ?? (yield* exchangesByMarket(blocks));
    return { blocks, starts, active, listings, exchangesOf };
  }

  /** Which exchanges list a market once these are all there are; undefined where too much has changed to say it from here. */
  #exchangesAfter(blocks: readonly ExchangeListings[]): Map<string, readonly string[]> | undefined {
    const moved = movedMarkets(this, { blocks });
    if (moved.size > MOST_MOVED) return undefined;
    const exchangesOf = new Map(this.#exchangesOf);
    for (const marketId of moved) {
      const exchanges = blocks.filter((block) => block.placeOf(marketId) !== undefined);
      if (exchanges.length === 0) exchangesOf.delete(marketId);
      else
        exchangesOf.set(
          marketId,
          exchanges.map(({ exchangeId }) => exchangeId),
        );
    }
    return exchangesOf;
  }

  indexOf(exchangeId: string, marketId: string): number | undefined {
    const place = this.#byExchange.get(exchangeId)?.placeOf(marketId);
    return place === undefined ? undefined : this.#startOf(exchangeId) + place;
  }

  /** Where the listing stands, or, between two numbers, where it would stand. */
  placeOf({ exchangeId, marketId }: ListingKey): number {
    const index = this.indexOf(exchangeId, marketId);
    if (index !== undefined) return index;
    const block = this.blocks.find((candidate) => candidate.exchangeId >= exchangeId);
    if (!block) return this.listings.length - 0.5;
    const place = block.exchangeId === exchangeId ? block.placeAtOrAfter(marketId) : 0;
    return this.#startOf(block.exchangeId) + place - 0.5;
  }

  /** Numbers of an exchange are consecutive: from the first up to, not including, the second. */
  rangeOf(exchangeId: string): readonly [number, number] {
    const start = this.#startOf(exchangeId);
    return [start, start + (this.#byExchange.get(exchangeId)?.listings.length ?? 0)];
  }

  ofExchange(exchangeId: string): readonly number[] {
    const [first, end] = this.rangeOf(exchangeId);
    return Array.from({ length: end - first }, (_, place) => first + place);
  }

  ofMarket(marketId: string): readonly number[] {
    const exchanges = this.#exchangesOf.get(marketId) ?? NOTHING;
    return exchanges.map((exchangeId) => this.indexOf(exchangeId, marketId)!);
  }

  /** The part of its record ids that is the listing's own. */
  entityKeyOf(index: number): string {
    const { exchangeId, marketId } = this.listings[index] as ListingKey;
    return entityKey(exchangeId, marketId);
  }

  #startOf(exchangeId: string): number {
    return this.#starts.get(exchangeId) ?? 0;
  }
}

/** Markets that are listed on an exchange of one order and not on the same exchange of the other. */
export function movedMarkets(
  before: Pick<ListingOrder, 'blocks'>,
  after: Pick<ListingOrder, 'blocks'>,
): Set<string> {
  const known = new Map(before.blocks.map((block) => [block.exchangeId, block]));
  const moved = new Set<string>();
  for (const block of after.blocks) {
    const old = known.get(block.exchangeId);
    known.delete(block.exchangeId);
    if (old !== block) for (const marketId of differing(old, block)) moved.add(marketId);
  }
  for (const gone of known.values()) for (const { marketId } of gone.listings) moved.add(marketId);
  return moved;
}

function* differing(before: ExchangeListings | undefined, after: ExchangeListings): Generator<string> {
  for (const { marketId } of after.listings) if (before?.placeOf(marketId) === undefined) yield marketId;
  for (const { marketId } of before?.listings ?? [])
    if (after.placeOf(marketId) === undefined) yield marketId;
}

function* blocksOf({ exchanges }: Exchanges, previous: ListingOrder | undefined): Slices<ExchangeListings[]> {
  const known = new Map(previous?.blocks.map((block) => [block.exchangeId, block]));
  const blocks: ExchangeListings[] = [];
  const sorted = exchanges.toSorted((a, b) => compareIds(a.id, b.id));
  yield* everySo(sorted, BLOCKS_A_STEP, (exchange) => {
    const block = known.get(exchange.id);
    blocks.push(block?.isOf(exchange) ? block : new ExchangeListings(exchange));
  });
  return blocks;
}

function* exchangesByMarket(blocks: readonly ExchangeListings[]): Slices<Map<string, readonly string[]>> {
  const exchangesOf = new Map<string, string[]>();
  yield* everySo(blocks, BLOCKS_A_STEP, ({ exchangeId, listings }) => {
    for (const { marketId } of listings) {
      const exchanges = exchangesOf.get(marketId);
      if (exchanges) exchanges.push(exchangeId);
      else exchangesOf.set(marketId, [exchangeId]);
    }
  });
  return exchangesOf;
}
