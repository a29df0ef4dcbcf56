import type { Asset } from '../../../core/asset.ts';
import { assetIdOf } from '../../../core/ids/entity-id.ts';
import { currentName } from '../../../reference/names/current-names.ts';
import { slugOf, urlOf } from '../../../reference/well-known/slugs.ts';
import { USUAL_ASSETS } from '../../../reference/well-known/usual-assets.ts';
import type { WellKnown, WellKnownAsset } from '../../../reference/well-known/well-known.ts';
import type { Override, Overrides } from './overrides.ts';
import { FIAT_CODES } from './fiat-codes.ts';

/** What an exchange says of something that it trades. */
export interface AssetClue {
  /** What settings call the exchange. */
  readonly exchange: string;
  readonly code: string;
  readonly name?: string | undefined;
  readonly contractAddress?: string | undefined;
}

/** Which asset a code means, and whether there is no doubt about it. */
export interface FoundAsset {
  readonly asset: Asset;
  /** Found by its contract address or by the operator's word, not by its code alone. */
  readonly isSettled: boolean;
}

/**
 * Which asset an exchange means by a code. In this order: the operator's word; the contract address of a well-known asset; a currency; what
 * the code was found to mean before, on whichever exchange; well-known assets of that symbol, the one with the same name
 * first, then the one that was seen last, then the one that the symbol usually means; a new asset. What a code was found to mean
 * once is kept.
 */
export class AssetBook {
  readonly #byCode = new Map<string, Asset>();
  readonly #byId = new Map<string, Asset>();
  readonly #slugs = new Set<string>();
  /** Of slugs that several assets would have: all smaller numbers are taken. */
  readonly #nextNumber = new Map<string, number>();
  readonly #byContract: ReadonlyMap<string, WellKnownAsset>;
  readonly #bySymbol: ReadonlyMap<string, readonly WellKnownAsset[]>;
  readonly #overrides: Overrides;
  readonly #wellKnown: WellKnown;
  readonly #onNew: (code: string, asset: Asset) => void;

  constructor(wellKnown: WellKnown, overrides: Overrides, onNew: (code: string, asset: Asset) => void) {
    this.#overrides = overrides;
    this.#wellKnown = wellKnown;
    this.#byContract = new Map(
      wellKnown.assets.flatMap((asset) =>
        asset.contractAddress ? [[asset.contractAddress.toLowerCase(), asset] as const] : [],
      ),
    );
    this.#bySymbol = bySymbol(wellKnown.assets);
    this.#onNew = onNew;
    for (const { slugName } of wellKnown.assets) this.#slugs.add(slugName);
  }

  /** All that any exchange has been found to trade, in the order in which they came. */
  get assets(): Iterable<Asset> {
    return this.#byId.values();
  }

  /** From the log: what the code was found to mean. The asset keeps its id, and has the name of today. */
  restore(code: string, found: Asset): void {
    const asset = withCurrentName(found);
    this.#byCode.set(code, asset);
    this.#byId.set(asset.id, asset);
    this.#slugs.add(asset.slugName);
  }

  /** Whether `find` needs no new asset for a code that comes without a name. */
  knows(exchange: string, code: string): boolean {
    return (
      this.#overrides.of(exchange, code) !== undefined ||
      this.#byCode.has(code) ||
      this.#wellKnownAs(code, undefined) !== undefined
    );
  }

  find({ exchange, code, name, contractAddress }: AssetClue): FoundAsset {
    const override = this.#overrides.of(exchange, code);
    if (override) return { asset: this.#meant(override), isSettled: true };
    const byContract = contractAddress && this.#byContract.get(contractAddress.toLowerCase());
    if (byContract) return { asset: this.#keep(byContract), isSettled: true };
    const known = this.#byCode.get(code);
    if (known) return { asset: known, isSettled: known.type === 'FIAT' };
    const asset = this.#wellKnownAs(code, name) ?? this.#newAsset(code, name, contractAddress);
    this.restore(code, asset);
    this.#onNew(code, asset);
    return { asset, isSettled: asset.type === 'FIAT' };
  }

  /** What the operator says, well-known or not; of the same slug there is one asset. */
  #meant({ code, slugName, name = code }: Override): Asset {
    const wellKnown = this.#wellKnown.assetBySlug(slugName);
    if (wellKnown) return this.#keep(wellKnown);
    const id = assetIdOf(slugName);
    const known = this.#byId.get(id);
    if (known) return known;
    const type = FIAT_CODES.has(code) ? 'FIAT' : 'CRYPTO';
    const asset: Asset = { id, name, symbol: code, slugName, status: 'ACTIVE', type, url: urlOf(slugName) };
    this.#byId.set(id, asset);
    this.#slugs.add(slugName);
    return asset;
  }

  #wellKnownAs(code: string, name: string | undefined): Asset | undefined {
    const type = FIAT_CODES.has(code) ? 'FIAT' : 'CRYPTO';
    const bearers = (this.#bySymbol.get(code.toUpperCase()) ?? []).filter((asset) => asset.type === type);
    const slug = name === undefined ? undefined : slugOf(name);
    const chosen =
      bearers.find((asset) => [asset.slugName, slugOf(currentName(asset))].some((own) => own === slug)) ??
      bearers.toSorted(
        (a, b) => b.seen.localeCompare(a.seen) || usual(b) - usual(a) || a.id.localeCompare(b.id),
      )[0];
    return chosen && assetOf(chosen);
  }

  #newAsset(code: string, name: string | undefined, contractAddress: string | undefined): Asset {
    const slugName = this.#freeSlug(name ?? code, code);
    return {
      id: assetIdOf(slugName),
      name: name ?? code,
      symbol: code,
      slugName,
      status: 'ACTIVE',
      type: FIAT_CODES.has(code) ? 'FIAT' : 'CRYPTO',
      url: urlOf(slugName),
      ...(contractAddress === undefined ? {} : { contractAddress }),
    };
  }

  /** Codes may have no letter or digit of ours at all; then the slug is made from what they are written with. */
  #freeSlug(name: string, code: string): string {
    const own = slugOf(name) || Buffer.from(name).toString('hex');
    const spoken = [own, `${own}-${slugOf(code)}`].find((slug) => !this.#slugs.has(slug));
    if (spoken !== undefined) return spoken;
    // Thousands of codes may make the same slug: each goes on where the last one ended.
    let n = this.#nextNumber.get(own) ?? 2;
    while (this.#slugs.has(`${own}-${n}`)) n++;
    this.#nextNumber.set(own, n + 1);
    return `${own}-${n}`;
  }

  #keep(wellKnown: WellKnownAsset): Asset {
    const known = this.#byId.get(wellKnown.id);
    if (known) return known;
    const asset = assetOf(wellKnown);
    this.#byId.set(asset.id, asset);
    return asset;
  }
}

function assetOf({ id, name, symbol, slugName, type, url, contractAddress }: WellKnownAsset): Asset {
  const address = contractAddress === undefined ? {} : { contractAddress };
  return withCurrentName({ id, name, symbol, slugName, status: 'ACTIVE', type, url, ...address });
}

function withCurrentName(asset: Asset): Asset {
  const name = currentName(asset);
  return name === asset.name ? asset : { ...asset, name };
}

function usual({ slugName }: WellKnownAsset): number {
  return USUAL_ASSETS.has(slugName) ? 1 : 0;
}

function bySymbol(assets: readonly WellKnownAsset[]): ReadonlyMap<string, readonly WellKnownAsset[]> {
  const found = new Map<string, WellKnownAsset[]>();
  for (const asset of assets) {
    const symbol = asset.symbol.toUpperCase();
    found.set(symbol, [...(found.get(symbol) ?? []), asset]);
  }
  return found;
}
