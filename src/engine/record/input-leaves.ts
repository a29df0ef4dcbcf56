import { EXCHANGE_STATUSES, LISTING_STATUSES } from '../../core/exchange.ts';
import { compareIds } from '../../core/ids/id-order.ts';
import { INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import type { TickRun } from '../engine.ts';
import { compareTrades } from '../lx/recorded-trade.ts';
import type { LxSurroundings } from '../lx/run-lx.ts';
import { ACCEPTED } from '../market/screen.ts';
import { tierInForce, type TierInForce } from '../market/trust.ts';
import type { ExplainedTick } from '../receipt/explain.ts';
import { displayableInstant } from '../receipt/ticker-line.ts';
import { LeafBytes } from './leaf-bytes.ts';
import { INPUTS, LEAF_PREFIX_BYTES, MerkleTree, prefixLeaf } from './merkle.ts';
import type { Hash } from './record-hash.ts';

const TIERS: readonly TierInForce[] = ['A', 'B', 'NEW'];

/** What leaves need besides the run of a tick. */
type TickParts = Pick<ExplainedTick, 'reference' | 'input' | 'methodology'>;

/** The offsets of parts in the buffer: part n is from [n] to [n + 1]. */
type Ends = Uint32Array;

/**
 * The leaves of inputs: for each published value, everything that its receipt takes as given, so that everything in a receipt is
 * either in its leaf or follows from it. Receipts are verified with the same functions, applied to the tick that they describe.
 */
export class InputLeaves {
  readonly #tick: TickParts;
  readonly #hash: Hash;
  readonly #bytes = new LeafBytes();
  /** The id and name or symbol of each. */
  readonly #exchanges: Ends;
  readonly #assets: Ends;
  readonly #marketIds: Ends;
  /** The position of each exchange among those of an asset. */
  readonly #positions: Uint16Array;
  /** Where leaves start, after the parts. */
  #leaf = 0;

  constructor(tick: TickParts, hash: Hash) {
    this.#tick = tick;
    this.#hash = hash;
    const { reference, input, methodology } = tick;
    const { exchanges, assetIds, symbols, marketIds } = reference;
    this.#positions = new Uint16Array(exchanges.length);
    this.#exchanges = this.#written(exchanges.length, (e, bytes) => {
      const { id, name } = exchanges[e]!;
      const tier = tierInForce(exchanges[e]!, input.at, methodology.trust);
      bytes.text(id).text(name).byte(TIERS.indexOf(tier));
    });
    this.#assets = this.#written(
      assetIds.length,
      (a, bytes) => void bytes.text(assetIds[a]!).text(symbols[a]!),
    );
    this.#marketIds = this.#written(marketIds.length, (m, bytes) => void bytes.text(marketIds[m]!));
  }

  ofMarket({ markets }: Pick<TickRun, 'markets'>, m: number): string {
    const { reference, input } = this.#tick;
    const { markets: state } = input.state;
    const bytes = this.#begin('MWA');
    this.#market(m);
    bytes.known(state.price[m]!).known(state.volume[m]!).known(state.realAt[m]!).known(state.anchor[m]!);
    bytes.byte(state.holdTicks[m]!).byte(state.holdMoves[m]!).known(state.holdFrom[m]!);
    bytes.known(markets.crossRates.get(m) ?? 0);
    this.#usdBefore(markets, m);
    const count = bytes.skip(4);
    let shown = 0;
    for (let i = reference.firstListing[m]!; i < reference.firstListing[m + 1]!; i++) {
      if (input.tickers.k[i]! < 0) continue;
      this.#ticker(i);
      shown++;
    }
    bytes.writeCount(count, shown);
    return this.#end();
  }

  ofAsset({ markets, assets }: Pick<TickRun, 'markets' | 'assets'>, asset: number): string {
    const { reference, input } = this.#tick;
    const { assets: state } = input.state;
    const { x, reached } = assets.rates;
    const bytes = this.#begin('GWA');
    this.#part(this.#assets, asset);
    bytes.known(state.price[asset]!).known(state.volume[asset]!).known(state.realAt[asset]!);
    bytes.byte(state.holdTicks[asset]!).count(state.flags[asset]!).byte(reached[asset]!);
    if (reached[asset] === 1) bytes.double(x[asset]!);
    this.#exchangesOf(asset, markets);
    const count = bytes.skip(4);
    let shown = 0;
    for (const m of reference.marketsOfAsset[asset]!) {
      if (!(markets.outcomes[m]!.price > 0)) continue;
      this.#marketOf({ markets, assets }, asset, m);
      this.#contributors(markets, m);
      shown++;
    }
    bytes.writeCount(count, shown);
    return this.#end();
  }

  ofLx(run: Pick<TickRun, 'lx'> & LxSurroundings, position: number): string {
    const { reference, input } = this.#tick;
    const { index, constituents, outcome } = run.lx[position]!;
    const memory = input.state.lx[position]!;
    const bytes = this.#begin('LX').text(index.indexId).text(index.name);
    bytes.known(memory.price).known(memory.volume).known(memory.realAt).text(memory.pendingUnits.toString());
    bytes.known(outcome.opinions?.a ?? 0).count(constituents.length);
    let place = run.lx.slice(0, position).reduce((count, lx) => count + lx.constituents.length, 0);
    for (const { listing } of constituents) {
      const m = reference.listingMarket[listing]!;
      this.#market(m);
      this.#ticker(listing);
      this.#usdBefore(run.markets, m);
      bytes.known(run.assets.outcomes[reference.quote[m]!]!.price).known(input.state.tradedAt[place++]!);
      const trades = input.trades.filter((trade) => trade.listing === listing).toSorted(compareTrades);
      bytes.count(trades.length);
      for (const { tradeId, slot, price, units } of trades)
        bytes.text(tradeId).double(slot).double(price).text(units.toString());
    }
    this.#missingTrades(constituents.map(({ listing }) => listing));
    return this.#end();
  }

  /** Writes the positions of constituents with possibly missing trades; nothing if all were received. */
  #missingTrades(listings: readonly number[]): void {
    const { incomplete = [] } = this.#tick.input;
    const missing = listings.flatMap((listing, place) => (incomplete.includes(listing) ? [place] : []));
    if (missing.length > 0) this.#bytes.count(missing.length);
    for (const place of missing) this.#bytes.count(place);
  }

  /** Writes parts that many leaves share. */
  #written(count: number, write: (n: number, bytes: LeafBytes) => void): Ends {
    const bytes = this.#bytes;
    const ends = new Uint32Array(count + 1);
    bytes.cut(this.#leaf);
    ends[0] = bytes.length;
    for (let n = 0; n < count; n++) {
      write(n, bytes);
      ends[n + 1] = bytes.length;
    }
    this.#leaf = bytes.length;
    return ends;
  }

  #part(ends: Ends, n: number): void {
    this.#bytes.copy(ends[n]!, ends[n + 1]!);
  }

  #begin(indexType: IndexType): LeafBytes {
    const bytes = this.#bytes;
    bytes.cut(this.#leaf);
    bytes.skip(LEAF_PREFIX_BYTES);
    return bytes.byte(INDEX_TYPES.indexOf(indexType)).double(this.#tick.input.at);
  }

  #end(): string {
    const leaf = this.#bytes.flush().since(this.#leaf);
    prefixLeaf(leaf, 0, INPUTS);
    return this.#hash(leaf);
  }

  /** The market's id, and the symbols of base and quote, of which its name consists. */
  #market(m: number): void {
    const { symbols, base, quote } = this.#tick.reference;
    this.#part(this.#marketIds, m);
    this.#bytes.text(symbols[base[m]!]!).text(symbols[quote[m]!]!);
  }

  /** The ticker as a receipt shows it. */
  #ticker(i: number): void {
    const { reference, input } = this.#tick;
    const { last, bid, ask, volume, lastMoved, k, age } = input.tickers;
    const exchange = reference.listingExchange[i]!;
    const { status, qualified } = reference.listings[i]!;
    const bytes = this.#bytes;
    this.#part(this.#exchanges, exchange);
    bytes.byte(EXCHANGE_STATUSES.indexOf(reference.exchanges[exchange]!.status));
    bytes.byte(LISTING_STATUSES.indexOf(status)).byte(qualified ? 1 : 0);
    bytes.double(last[i]!).known(bid[i]!).known(ask[i]!).double(volume[i]!);
    bytes
      .double(displayableInstant(lastMoved[i]!))
      .double(k[i]!)
      .double(age[i]! >= 0 ? age[i]! : -1);
  }

  #usdBefore({ previousUsd, quoteUsd }: LxSurroundings['markets'], m: number): void {
    const { base, quote } = this.#tick.reference;
    this.#bytes.known(previousUsd[base[m]!]!).known(quoteUsd[quote[m]!]!);
  }

  #marketOf({ markets, assets }: Pick<TickRun, 'markets' | 'assets'>, asset: number, m: number): void {
    const { base, quote } = this.#tick.reference;
    const { price, volume, flags, weak, heldTicks } = markets.outcomes[m]!;
    const { takesPart, deviation } = markets.equations;
    const { x, weight } = assets.rates;
    const { attested } = assets;
    const isBase = base[m] === asset;
    const other = isBase ? quote[m]! : base[m]!;
    const bytes = this.#bytes;
    this.#part(this.#marketIds, m);
    this.#part(this.#assets, other);
    bytes
      .byte(isBase ? 0 : 1)
      .byte(takesPart[m]!)
      .byte(weak ? 1 : 0)
      .byte(attested[other]!)
      .count(flags);
    bytes.double(price).double(volume).double(heldTicks).double(weight[m]!);
    if (weight[m]! > 0) bytes.double(x[other]!).double(deviation[m]!);
  }

  /** Writes each exchange once, in id order: markets identify their contributors by their position in this list. */
  #exchangesOf(asset: number, { outcomes, screened }: TickRun['markets']): void {
    const { marketsOfAsset, firstListing, listingExchange } = this.#tick.reference;
    const positions = this.#positions.fill(0);
    for (const m of marketsOfAsset[asset]!) {
      if (!(outcomes[m]!.price > 0)) continue;
      for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++)
        if (screened.outcome[i] === ACCEPTED) positions[listingExchange[i]!] = 1;
    }
    const count = this.#bytes.skip(4);
    let place = 0;
    for (let e = 0; e < positions.length; e++) {
      if (positions[e] === 0) continue;
      this.#part(this.#exchanges, e);
      positions[e] = place++;
    }
    this.#bytes.writeCount(count, place);
  }

  #contributors({ screened }: TickRun['markets'], m: number): void {
    const { firstListing, listingExchange } = this.#tick.reference;
    const bytes = this.#bytes;
    const count = bytes.skip(4);
    let contributing = 0;
    for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
      if (screened.outcome[i] !== ACCEPTED) continue;
      bytes.short(this.#positions[listingExchange[i]!]!);
      contributing++;
    }
    bytes.writeCount(count, contributing);
  }
}

/** The tree over the inputs of a tick: one leaf per published value, at the position that the value has in the tree of values. */
export function inputsTree(tick: ExplainedTick, hash: Hash): MerkleTree {
  const { run } = tick;
  const leaves = new InputLeaves(tick, hash);
  const hashes: string[] = [];
  run.markets.outcomes.forEach(({ price }, m) => {
    if (price > 0) hashes.push(leaves.ofMarket(run, m));
  });
  run.assets.outcomes.forEach(({ price }, asset) => {
    if (price > 0) hashes.push(leaves.ofAsset(run, asset));
  });
  const published = run.lx.map((lx, position) => ({ ...lx, position })).filter((lx) => lx.outcome.price > 0);
  for (const { position } of published.sort((a, b) => compareIds(a.index.indexId, b.index.indexId)))
    hashes.push(leaves.ofLx(run, position));
  return new MerkleTree(INPUTS, hash, hashes);
}
