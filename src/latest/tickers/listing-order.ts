import type { ListingKey } from '../../core/ids/listing-key.ts';
import { compareIds } from '../../core/ids/id-order.ts';
import { entityKey } from '../../core/ids/record-id.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import { runToEnd, inBatches, type Slices } from '../../core/async/slices.ts';
import { ExchangeListings } from './exchange-listings.ts';

type Exchanges = Pick<ReferenceData, 'exchanges'>;

/** The parts of an order. */
interface ListingParts {
  readonly listings: readonly ListingKey[];
  readonly active: Uint8Array;
  /** By exchange. */
  readonly blocks: readonly ExchangeListings[];
  /** Start of each block's listings. */
  readonly starts: ReadonlyMap<string, number>;
  /** The exchanges that list a market, in their order. */
  readonly exchangesOf: ReadonlyMap<string, readonly string[]>;
}

const NOTHING: readonly string[] = [];
const BLOCKS_PER_STEP = 8;
/** If more markets have moved, starting from scratch is as fast. */
const MAX_MOVED = 200;

/**
 * All listings of a catalogue in the output order of exchange tickers: by exchange, then by market. Two
 * threads with the same catalogue use the same numbers.
 */
export class ListingOrder {
  readonly listings: readonly ListingKey[];
  /** Whether exchange and listing are ACTIVE: only then is the ticker published. */
  readonly active: Uint8Array;
  /** One for each exchange, in order. */
  readonly blocks: readonly ExchangeListings[];
  readonly #starts: ReadonlyMap<string, number>;
  readonly #byExchange: ReadonlyMap<string, ExchangeListings>;
  readonly #exchangesOf: ReadonlyMap<string, readonly string[]>;

  constructor(source: Exchanges | ListingParts) {
    const parts = 'blocks' in source ? source : runToEnd(ListingOrder.#partsOf(source, undefined));
    this.listings = parts.listings;
    this.active = parts.active;
    this.blocks = parts.blocks;
    this.#starts = parts.starts;
    this.#byExchange = new Map(parts.blocks.map((block) => [block.exchangeId, block]));
    this.#exchangesOf = parts.exchangesOf;
  }

  /** The same in slices; unchanged parts are taken from `previous`. */
  static *inSlices(exchanges: Exchanges, previous?: ListingOrder): Slices<ListingOrder> {
    return new ListingOrder(yield* ListingOrder.#partsOf(exchanges, previous));
  }

  static *#partsOf(exchanges: Exchanges, previous: ListingOrder | undefined): Slices<ListingParts> {
    const blocks = yield* blocksOf(exchanges, previous);
    const starts = new Map<string, number>();
    const listings: ListingKey[] = [];
    yield* inBatches(blocks, 4 * BLOCKS_PER_STEP, (block) => {
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

  /** Which exchanges list a market in the new order; undefined if too much has changed to derive it. */
  #exchangesAfter(blocks: readonly ExchangeListings[]): Map<string, readonly string[]> | undefined {
    const moved = movedMarkets(this, { blocks });
    if (moved.size > MAX_MOVED) return undefined;
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

  /** Number of the listing, or a position between two numbers. */
  placeOf({ exchangeId, marketId }: ListingKey): number {
    const index = this.indexOf(exchangeId, marketId);
    if (index !== undefined) return index;
    const block = this.blocks.find((candidate) => candidate.exchangeId >= exchangeId);
    if (!block) return this.listings.length - 0.5;
    const place = block.exchangeId === exchangeId ? block.placeAtOrAfter(marketId) : 0;
    return this.#startOf(block.exchangeId) + place - 0.5;
  }

  /** Numbers of an exchange are consecutive: from the first up to and excluding the second. */
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

  /** The listing's part of its record ids. */
  entityKeyOf(index: number): string {
    const { exchangeId, marketId } = this.listings[index] as ListingKey;
    return entityKey(exchangeId, marketId);
  }

  #startOf(exchangeId: string): number {
    return this.#starts.get(exchangeId) ?? 0;
  }
}

/** Markets listed on an exchange in one order but not on the same exchange in the other. */
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
  for (const removedExchange of known.values())
    for (const { marketId } of removedExchange.listings) moved.add(marketId);
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
  yield* inBatches(sorted, BLOCKS_PER_STEP, (exchange) => {
    const block = known.get(exchange.id);
    blocks.push(block?.isOf(exchange) ? block : new ExchangeListings(exchange));
  });
  return blocks;
}

function* exchangesByMarket(blocks: readonly ExchangeListings[]): Slices<Map<string, readonly string[]>> {
  const exchangesOf = new Map<string, string[]>();
  yield* inBatches(blocks, BLOCKS_PER_STEP, ({ exchangeId, listings }) => {
    for (const { marketId } of listings) {
      const exchanges = exchangesOf.get(marketId);
      if (exchanges) exchanges.push(exchangeId);
      else exchangesOf.set(marketId, [exchangeId]);
    }
  });
  return exchangesOf;
}
