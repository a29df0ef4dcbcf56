import { compareDecimals, multiplyDecimals, parseDecimal, ZERO } from '../../../core/numbers/decimal.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { AssetNames } from './supply-matching.ts';
import type { RefusedSupply, SupplyFinding, SupplyRow } from './supply-row.ts';

/** A supply in use. */
export interface KnownSupply {
  readonly assetId: string;
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
  readonly asOf: Millis;
  /** When its origin last contained it. */
  readonly seenAt: Millis;
}

/** A change by this factor or more between two readings is more likely a mistake than real. */
const MAX_FACTOR = { units: 100n, scale: 0 };
/** How long a supply stays in use after its origin, which still answers, has dropped it. */
const MISSING_MS = 7 * DAY_MS;

/** The supplies of one origin, and which of them are used. */
export class OriginSupplies {
  readonly #usesOurSlugs: boolean;
  #known = new Map<string, KnownSupply>();
  #rows: readonly SupplyRow[] = [];
  #refused: readonly RefusedSupply[] = [];
  #readAt: Millis | undefined;
  #findings: readonly SupplyFinding[] = [];
  #unmatched = 0;

  constructor(usesOurSlugs: boolean, stored: readonly KnownSupply[]) {
    this.#usesOurSlugs = usesOurSlugs;
    for (const supply of stored) this.#known.set(supply.assetId, supply);
  }

  get known(): ReadonlyMap<string, KnownSupply> {
    return this.#known;
  }

  get findings(): readonly SupplyFinding[] {
    return this.#findings;
  }

  /** Rows of the last reading that match no listed asset. */
  get unmatched(): number {
    return this.#unmatched;
  }

  get hasBeenRead(): boolean {
    return this.#readAt !== undefined;
  }

  /** Replaces the rows of the previous reading. */
  take(rows: readonly SupplyRow[], refused: readonly RefusedSupply[], at: Millis): void {
    this.#rows = rows;
    this.#refused = refused;
    this.#readAt = at;
  }

  /** Determines which rows are used for these assets. */
  match(names: AssetNames): void {
    const at = this.#readAt;
    if (at === undefined) return;
    const { byAsset, doubts } = names.match(this.#rows, this.#usesOurSlugs);
    const findings = [...doubts];
    const known = new Map<string, KnownSupply>();
    for (const [assetId, row] of byAsset) {
      const before = this.#known.get(assetId);
      const held = before && !row.isConfirmed ? refusalOf(before, row) : undefined;
      if (held !== undefined)
        findings.push({ supply: `${names.symbolOf(assetId)} (${row.place})`, why: held });
      known.set(
        assetId,
        before && held !== undefined ? { ...before, seenAt: at } : supplyIn(assetId, row, at),
      );
    }
    for (const [assetId, { why, place }] of names.match(this.#refused, this.#usesOurSlugs).byAsset)
      if (!known.has(assetId)) findings.push({ supply: `${names.symbolOf(assetId)} (${place})`, why });
    this.#keepMissing(known, at);
    this.#known = known;
    this.#findings = findings;
    this.#unmatched = this.#rows.length - byAsset.size;
  }

  /**
   * Keeps supplies that an address leaves out, possibly by mistake. What the operator removes from the file is dropped
   * at once.
   */
  #keepMissing(known: Map<string, KnownSupply>, at: Millis): void {
    if (this.#usesOurSlugs) return;
    for (const [assetId, supply] of this.#known)
      if (!known.has(assetId) && at - supply.seenAt < MISSING_MS) known.set(assetId, supply);
  }
}

function supplyIn(
  assetId: string,
  { totalSupply, freeFloatSupply, asOf }: SupplyRow,
  seenAt: Millis,
): KnownSupply {
  return { assetId, totalSupply, freeFloatSupply, asOf, seenAt };
}

function refusalOf(before: KnownSupply, row: SupplyRow): string | undefined {
  for (const member of ['totalSupply', 'freeFloatSupply'] as const)
    if (isTooLarge(before[member], row[member]))
      return `its ${member} would change from ${before[member]} to ${row[member]}: held back until the supply file confirms it`;
  return undefined;
}

function isTooLarge(before: string, after: string): boolean {
  const [a, b] = [parseDecimal(before) ?? ZERO, parseDecimal(after) ?? ZERO];
  const isMore = compareDecimals(b, multiplyDecimals(a, MAX_FACTOR)) >= 0;
  return isMore || compareDecimals(a, multiplyDecimals(b, MAX_FACTOR)) >= 0;
}
