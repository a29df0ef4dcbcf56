import type { Asset } from '../../../core/asset.ts';
import { assetIdOf } from '../../../core/ids/entity-id.ts';
import { currentName } from '../../../reference/names/current-names.ts';
import { slugOf, urlOf } from '../../../reference/well-known/slugs.ts';
import { USUAL_ASSETS } from '../../../reference/well-known/usual-assets.ts';
import type { WellKnown, WellKnownAsset } from '../../../reference/well-known/well-known.ts';
import type { Override, Overrides } from './overrides.ts';
import { FIAT_CODES } from './fiat-codes.ts';

/** What an exchange sends about an asset. */
export interface AssetClue {
  /** Name of the exchange in settings. */
  readonly exchange: string;
  readonly code: string;
  readonly name?: string | undefined;
  readonly contractAddress?: string | undefined;
}

/** The asset that a code means, and whether that is certain. */
export interface FoundAsset {
  readonly asset: Asset;
  /** Found by contract address or by the operator's definition, not by code alone. */
  readonly isSettled: boolean;
}

/**
 * Finds the asset that an exchange means by a code. In this order: the operator's definition; the contract address of a
 * well-known asset; a currency; what the code was found to mean before, on any exchange; well-known assets with that
 * symbol (first the one with the same name, then the one seen last, then the one that the symbol usually means); a new
 * asset. The meaning of a code is kept once it was found.
 */
export class AssetBook {
  readonly #byCode = new Map<string, Asset>();
  readonly #byId = new Map<string, Asset>();
  readonly #slugs = new Set<string>();
  /** For slugs that several assets would have: all smaller numbers are taken. */
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

  /** All assets that any exchange has traded, in the order in which they were found. */
  get assets(): Iterable<Asset> {
    return this.#byId.values();
  }

  /** Restores from the log what a code means. The asset keeps its id and gets its current name. */
  restore(code: string, found: Asset): void {
    const asset = withCurrentName(found);
    this.#byCode.set(code, asset);
    this.#byId.set(asset.id, asset);
    this.#slugs.add(asset.slugName);
  }

  /** Whether `find` needs no new asset for a code without a name. */
  knows(exchange: string, code: string): boolean {
    return (
      this.#overrides.of(exchange, code) !== undefined ||
      this.#byCode.has(code) ||
      this.#wellKnownAs(code, undefined) !== undefined
    );
  }

  find({ exchange, code, name, contractAddress }: AssetClue): FoundAsset {
    const override = this.#overrides.of(exchange, code);
    if (override) return { asset: this.#definedAsset(override), isSettled: true };
    const byContract = contractAddress && this.#byContract.get(contractAddress.toLowerCase());
    if (byContract) return { asset: this.#keep(byContract), isSettled: true };
    const known = this.#byCode.get(code);
    if (known) return { asset: known, isSettled: known.type === 'FIAT' };
    const asset = this.#wellKnownAs(code, name) ?? this.#newAsset(code, name, contractAddress);
    this.restore(code, asset);
    this.#onNew(code, asset);
    return { asset, isSettled: asset.type === 'FIAT' };
  }

  /** The asset of an operator's definition, well-known or not; there is one asset per slug. */
  #definedAsset({ code, slugName, name = code }: Override): Asset {
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
    const candidates = (this.#bySymbol.get(code.toUpperCase()) ?? []).filter((asset) => asset.type === type);
    const slug = name === undefined ? undefined : slugOf(name);
    const chosen =
      candidates.find((asset) => [asset.slugName, slugOf(currentName(asset))].some((own) => own === slug)) ??
      candidates.toSorted(
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

  /** A code may have no ASCII letter or digit at all; then the slug is its bytes in hexadecimal. */
  #freeSlug(name: string, code: string): string {
    const own = slugOf(name) || Buffer.from(name).toString('hex');
    const readable = [own, `${own}-${slugOf(code)}`].find((slug) => !this.#slugs.has(slug));
    if (readable !== undefined) return readable;
    // Thousands of codes may give the same slug: numbering continues where it ended last.
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
