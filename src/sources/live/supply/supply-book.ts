import type { Asset, Supply } from '../../../core/asset.ts';
import {
  addDecimals,
  compareDecimals,
  multiplyDecimals,
  parseDecimal,
  ZERO,
} from '../../../core/numbers/decimal.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { OriginSupplies, type KnownSupply } from './origin-supplies.ts';
import { AssetNames } from './supply-matching.ts';
import type { RefusedSupply, SupplyFinding, SupplyOrigin, SupplyRow } from './supply-row.ts';

export type StoredSupplies = Readonly<Record<SupplyOrigin, readonly KnownSupply[]>>;

/** Supplies alone create at most one version of the reference data in this time. */
const VERSION_MS = HOUR_MS;
/** Share of a supply: an address sends new last digits every hour, and smaller changes wait until they add up to it. */
const MIN_CHANGE = { units: 1n, scale: 5 };

/**
 * The supplies in use, from all origins: for each asset, the file takes precedence over the address. Changes take
 * effect with the next version of the reference data, or with a version of their own once an hour; the first supplies
 * of an origin take effect at once.
 */
export class SupplyBook {
  readonly #origins: Readonly<Record<SupplyOrigin, OriginSupplies>>;
  #names = new AssetNames([]);
  #assets = 0;
  #isDirty = true;
  #isUrgent = true;
  #versionAt = -Infinity;
  #version = 0;
  #next: ReadonlyMap<string, Supply> = new Map();
  #inForce: ReadonlyMap<string, Supply> = new Map();
  #supplies: readonly Supply[] = [];

  constructor(stored: StoredSupplies) {
    this.#origins = {
      file: new OriginSupplies(true, stored.file),
      url: new OriginSupplies(false, stored.url),
    };
  }

  /** Supplies in use; the same object while none has changed. */
  get supplies(): readonly Supply[] {
    return this.#supplies;
  }

  /** Changes whenever the stored data may have changed; 0 if nothing was read. */
  get version(): number {
    return this.#version;
  }

  get stored(): StoredSupplies {
    return { file: [...this.#origins.file.known.values()], url: [...this.#origins.url.known.values()] };
  }

  get findings(): readonly SupplyFinding[] {
    return [...this.#origins.file.findings, ...this.#origins.url.findings];
  }

  /** The supplies of an origin that are in use. */
  counted(origin: SupplyOrigin): readonly KnownSupply[] {
    const { file, url } = this.#origins;
    const counts = ({ assetId }: KnownSupply) => this.#inForce.has(assetId);
    return origin === 'file'
      ? [...file.known.values()].filter(counts)
      : [...url.known.values()].filter((supply) => counts(supply) && !file.known.has(supply.assetId));
  }

  unmatched(origin: SupplyOrigin): number {
    return this.#origins[origin].unmatched;
  }

  take(
    origin: SupplyOrigin,
    rows: readonly SupplyRow[],
    refused: readonly RefusedSupply[],
    at: Millis,
  ): void {
    this.#isDirty = true;
    if (!this.#origins[origin].hasBeenRead) this.#isUrgent = true;
    this.#origins[origin].take(rows, refused, at);
  }

  /** Called once per slot. Returns whether changes should create a version of the reference data now. */
  settle(assets: readonly Asset[], now: Millis): boolean {
    if (assets.length !== this.#assets) {
      this.#names = new AssetNames(assets);
      this.#assets = assets.length;
      this.#isDirty = true;
    }
    if (this.#isDirty) this.#match(assets);
    if (this.#next === this.#inForce) return false;
    return this.#isUrgent || now - this.#versionAt >= VERSION_MS;
  }

  /** Makes the changes part of a new version. */
  adopt(now: Millis): readonly Supply[] {
    if (this.#next === this.#inForce) return this.#supplies;
    this.#inForce = this.#next;
    this.#versionAt = now;
    this.#isUrgent = false;
    this.#supplies = [...this.#inForce.values()].toSorted((a, b) => (a.assetId < b.assetId ? -1 : 1));
    return this.#supplies;
  }

  #match(assets: readonly Asset[]): void {
    const { file, url } = this.#origins;
    this.#isDirty = false;
    if (file.hasBeenRead || url.hasBeenRead) this.#version += 1;
    for (const origin of [file, url]) origin.match(this.#names);
    const next = new Map<string, Supply>();
    for (const { id } of assets) {
      const own = file.known.get(id);
      const supply = own ? supplyOf(own) : this.#ofUrl(url.known.get(id));
      if (supply) next.set(id, supply);
    }
    if (!isSame(next, this.#inForce)) this.#next = next;
    else this.#next = this.#inForce;
  }

  /** Keeps the supply in use if only last digits differ. */
  #ofUrl(known: KnownSupply | undefined): Supply | undefined {
    if (!known) return undefined;
    const before = this.#inForce.get(known.assetId);
    const isClose =
      before &&
      isCloseTo(before.totalSupply, known.totalSupply) &&
      isCloseTo(before.freeFloatSupply, known.freeFloatSupply);
    return isClose ? before : supplyOf(known);
  }
}

function supplyOf({ assetId, totalSupply, freeFloatSupply }: KnownSupply): Supply {
  return { assetId, totalSupply, freeFloatSupply };
}

function isCloseTo(before: string, after: string): boolean {
  const [a, b] = [parseDecimal(before) ?? ZERO, parseDecimal(after) ?? ZERO];
  const margin = multiplyDecimals(a, MIN_CHANGE);
  const [high, low] = compareDecimals(a, b) > 0 ? [a, b] : [b, a];
  return compareDecimals(high, addDecimals(low, margin)) < 0;
}

function isSame(a: ReadonlyMap<string, Supply>, b: ReadonlyMap<string, Supply>): boolean {
  if (a.size !== b.size) return false;
  for (const [assetId, { totalSupply, freeFloatSupply }] of a) {
    const other = b.get(assetId);
    if (other?.totalSupply !== totalSupply || other.freeFloatSupply !== freeFloatSupply) return false;
  }
  return true;
}
