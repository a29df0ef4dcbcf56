import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../core/clocks/clock.ts';
import {
  decimalFromNumber,
  multiplyDecimals,
  parseDecimal,
  roundToDecimals,
  ZERO,
  type Decimal,
} from '../../core/numbers/decimal.ts';
import { isReal, maskOf } from '../../core/index-value.ts';
import { DAY_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import {
  CHANGE_SPANS,
  CHANGE_WINDOWS,
  percentChange,
  type ChangeSpan,
} from '../../engine/day/percent-change.ts';
import type { HistoryReader, StoredValue } from '../../history/history-store.ts';
import type { NextTurn } from '../../latest/answers/list-answer.ts';
import type { MarketCapRow } from '../../latest/market-caps/market-cap-refresh.ts';
import type { AnswerWithChanges } from '../../api/resources/market-cap.ts';
import type {
  CapSelection,
  Changes,
  MarketCapChanges,
  MarketCaps,
} from '../../latest/market-caps/market-caps.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';

type Figures = Pick<StoredValue, 'price' | 'volume'>;

/** Price and volume of every asset at an instant that changes are measured from. */
type Reference = ReadonlyMap<string, Figures>;

interface References {
  readonly at: Millis;
  readonly spans: ReadonlyMap<ChangeSpan, Reference>;
}

const CENTS = 2;
const SEEDED = maskOf('SEEDED');
/** Assets looked up one by one before the loop yields. */
const ASSETS_PER_TURN = 100;

/** How long a request waits for the reference values. In a new directory, storing them takes some seconds. */
const MAX_WAIT_MS = SECOND_MS;

/** A request reads the reference values again, up to this many times, if a tick has arrived meanwhile. */
const MAX_READS = 3;

const NO_CHANGES: MarketCapChanges = {
  marketCapPercentChange: {},
  totalMarketCapPercentChange: {},
  volumePercentChange: {},
  pricePercentChange: {},
};

export interface MarketCapReferenceParts {
  readonly history: HistoryReader;
  readonly caps: MarketCaps;
  readonly wallClock: Pick<Clock, 'wait'>;
  /** Resolves when history has the reference values: before that, changes are unknown. */
  readonly stored?: () => Promise<void>;
  /** Values of every asset at an instant that can be modelled; undefined for any other instant. */
  readonly modelledAt?: ((at: Millis) => Promise<Reference | undefined>) | undefined;
  /** Yields to the event loop: records are written in slices. */
  readonly nextTurn?: NextTurn;
}

/** Changes of one slot that requests have asked for so far. */
interface KnownChanges {
  readonly at: Millis;
  readonly ofAsset: Map<string, MarketCapChanges>;
  all?: Promise<PreparedAnswer>;
}

/** Market caps with their changes, computed from history on request, once for each tick. */
export class MarketCapReferences {
  readonly #parts: MarketCapReferenceParts;
  #known: KnownChanges = { at: Number.NaN, ofAsset: new Map() };
  #wasStored = false;
  #loading: { readonly at: Millis; readonly references: Promise<References> } | undefined;

  constructor(parts: MarketCapReferenceParts) {
    this.#parts = parts;
  }

  /** If changes are not known yet, the response has none and `isKnown` is false: do not cache it. */
  async answer(selection: CapSelection, isLowPriority = false): Promise<AnswerWithChanges> {
    const nextTurn = () => this.#nextTurn(isLowPriority);
    const references = (await this.#isStored()) ? await this.#currentReferences(nextTurn) : undefined;
    if (!references) {
      const prepared = await this.#parts.caps.withChanges(() => NO_CHANGES, selection, nextTurn);
      return { prepared, isKnown: false };
    }
    const known = this.#knownNow();
    const changes = (row: MarketCapRow) => {
      let own = known.ofAsset.get(row.assetId);
      if (!own) known.ofAsset.set(row.assetId, (own = changesOf(row, references.spans)));
      return own;
    };
    const isAll = selection.assetId === undefined && selection.top === undefined;
    if (!isAll)
      return { prepared: await this.#parts.caps.withChanges(changes, selection, nextTurn), isKnown: true };
    // Shared by all clients.
    known.all ??= this.#parts.caps.withChanges(changes, {}, () => this.#nextTurn());
    known.all.catch(() => delete known.all);
    return { prepared: await known.all, isKnown: true };
  }

  #nextTurn(isLowPriority?: boolean): Promise<void> {
    return this.#parts.nextTurn?.(isLowPriority) ?? setImmediate();
  }

  #knownNow(): KnownChanges {
    const { at } = this.#parts.caps;
    if (this.#known.at !== at) this.#known = { at, ofAsset: new Map() };
    return this.#known;
  }

  /** Waits only briefly: the client may be the page, which shows nothing meanwhile. */
  async #isStored(): Promise<boolean> {
    if (this.#wasStored) return true;
    const waiting = new AbortController();
    const stored = Promise.resolve(this.#parts.stored?.()).then(() => true);
    const timeout = this.#parts.wallClock.wait(MAX_WAIT_MS, waiting.signal).then(
      () => false,
      () => false,
    );
    try {
      return (this.#wasStored = await Promise.race([stored, timeout]));
    } finally {
      waiting.abort();
    }
  }

  /** Undefined if ticks arrive sooner than their references can be read. */
  async #currentReferences(nextTurn: () => Promise<void>): Promise<References | undefined> {
    for (let reads = 0; reads < MAX_READS; reads++) {
      const references = await this.#references();
      // Reading them used up this turn of the event loop.
      await nextTurn();
      // If a tick has arrived meanwhile, its changes have other reference values.
      if (references.at === this.#parts.caps.at) return references;
    }
    return undefined;
  }

  #references(): Promise<References> {
    const { at } = this.#parts.caps;
    if (this.#loading?.at === at) return this.#loading.references;
    const loading = { at, references: this.#load(at) };
    loading.references.catch(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
    this.#loading = loading;
    return loading.references;
  }

  async #load(at: Millis): Promise<References> {
    const spans = new Map<ChangeSpan, Reference>();
    for (const span of CHANGE_SPANS) spans.set(span, await this.#reference(at, span));
    return { at, spans };
  }

  async #reference(at: Millis, span: ChangeSpan): Promise<Reference> {
    const { backMs, toleranceMs, closeWithinMs } = CHANGE_WINDOWS[span];
    const then = at - backMs;
    const stored = await this.#realValues(then, then - toleranceMs);
    const exact = new Set(stored.filter((value) => value.at === then).map(({ indexId }) => indexId));
    const isWhole = this.#parts.caps.rows.every(({ assetId }) => exact.has(assetId));
    const modelled = isWhole ? undefined : await this.#parts.modelledAt?.(then);
    // If values of the exact instant are available, older ones are not used.
    const found = new Map(modelled ?? (await this.#nearestCloses(then, closeWithinMs)));
    for (const value of stored) if (!modelled || value.at === then) found.set(value.indexId, value);
    return found;
  }

  async #nearestCloses(then: Millis, withinMs: Millis): Promise<[assetId: string, Figures][]> {
    const closeAt = Math.round(then / DAY_MS) * DAY_MS;
    return Math.abs(closeAt - then) <= withinMs ? this.#closesOf(closeAt - DAY_MS) : [];
  }

  /** Almost every asset has a real value at the instant; the others are looked up one by one. */
  async #realValues(then: Millis, notBefore: Millis): Promise<StoredValue[]> {
    const types = ['GWA'] as const;
    const [newest] = await this.#parts.history.readAcross({ types, atOrBefore: then, notBefore, limit: 1 });
    if (!newest) return [];
    const limit = Number.MAX_SAFE_INTEGER;
    const { at } = newest;
    const values = await this.#parts.history.readAcross({ types, atOrBefore: at, notBefore: at, limit });
    const real = values.filter(({ flags }) => isReal(flags));
    const known = new Set(real.map(({ indexId }) => indexId));
    const missing = this.#parts.caps.rows.filter(({ assetId }) => !known.has(assetId));
    for (const [i, { assetId }] of missing.entries()) {
      const value = await this.#lastReal(assetId, at, notBefore);
      if (value) real.push(value);
      if (i % ASSETS_PER_TURN === 0) await setImmediate();
    }
    return real;
  }

  async #lastReal(assetId: string, atOrBefore: Millis, notBefore: Millis): Promise<StoredValue | undefined> {
    const series = { indexType: 'GWA', indexId: assetId } as const;
    const values = await this.#parts.history.readSeries({ series, atOrBefore, notBefore, limit: 200 });
    return values.find(({ flags }) => isReal(flags));
  }

  async #closesOf(day: Millis): Promise<[assetId: string, Figures][]> {
    const limit = Number.MAX_SAFE_INTEGER;
    const read = { types: ['GWA'], startAtOrBefore: day, startNotBefore: day, limit } as const;
    const candles = await this.#parts.history.readCandlesAcross(read);
    return candles.map(({ indexId, close, volume, flags }) => {
      // The volume of a seeded day covers only the exchanges whose candles were available.
      const isSeeded = (flags & SEEDED) !== 0;
      return [indexId, { price: close, volume: isSeeded ? 0 : volume }];
    });
  }
}

function changesOf(row: MarketCapRow, references: ReadonlyMap<ChangeSpan, Reference>): MarketCapChanges {
  const over = (now: Decimal, before: (then: Figures) => Decimal): Changes => {
    const changes: Partial<Record<ChangeSpan, string>> = {};
    for (const span of CHANGE_SPANS) {
      const then = references.get(span)?.get(row.assetId);
      const change = then && percentChange(now, before(then));
      if (change !== undefined) changes[span] = change;
    }
    return changes;
  };
  const decimal = (text: string) => parseDecimal(text) ?? ZERO;
  const worthThen = (supply: string) => (then: Figures) =>
    roundToDecimals(multiplyDecimals(decimal(supply), decimalFromNumber(then.price)), CENTS);
  return {
    marketCapPercentChange: over(decimal(row.marketCap), worthThen(row.freeFloatSupply)),
    totalMarketCapPercentChange: over(decimal(row.totalMarketCap), worthThen(row.totalSupply)),
    volumePercentChange: over(decimalFromNumber(row.volume), ({ volume }) => decimalFromNumber(volume)),
    pricePercentChange: over(decimalFromNumber(row.price), ({ price }) => decimalFromNumber(price)),
  };
}
