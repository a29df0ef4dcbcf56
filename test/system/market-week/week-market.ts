import { decimalFromNumber, formatDecimal } from '../../../src/core/numbers/decimal.ts';
import { HOUR_MS, slotAtOrBefore, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { hashPair, hashText, symmetric, unit } from '../../../src/simulator/hash.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import type { RigWorld } from '../../support/rig/rig-world.ts';
import { TruePrices } from './true-prices.ts';

const DIGITS = 9;
/** How far an honest exchange is from the truth, and half of its spread. */
const STRAY = 3e-4;
const MIN_HALF_SPREAD = 1e-4;
const MORE_HALF_SPREAD = 4e-4;
/** Slots between two trades of a quiet market. */
const QUIET_SHARE = 0.3;
const MAX_QUIET_SLOTS = 10;
/** Their ticker lists have no quotes, so they would only show an old last price. */
const WITHOUT_QUOTES = new Set(['coinbase']);
/** One listing in ten comes and goes from hour to hour. */
const CHANGING = 10;

interface Listed {
  readonly key: string;
  readonly place: number;
  readonly instrument: RigInstrument;
  readonly hash: number;
  readonly tradesEvery: number;
  readonly halfSpread: number;
  /** Base units per day. */
  readonly volume: number;
}

/** Listings and tickers of honest exchanges, each within a few basis points of the true prices. */
export class WeekMarket {
  readonly prices: TruePrices;
  readonly #byKey: ReadonlyMap<string, readonly Listed[]>;
  readonly #byMarket = new Map<string, Listed[]>();
  readonly #withAsset = new Map<string, readonly string[]>();
  readonly #listed = new Map<string, { readonly hour: number; readonly markets: ReadonlySet<string> }>();

  constructor(
    world: RigWorld,
    keys: readonly string[],
    options: { readonly markets: number; readonly seed: number; readonly start: Millis },
  ) {
    const { markets, seed } = options;
    const start = slotAtOrBefore(options.start);
    const byKey = keys.map((key): [string, Listed[]] => [
      key,
      world.instrumentsOf(key, start, markets).map((instrument, place) => listed(key, place, instrument)),
    ]);
    this.#byKey = new Map(byKey);
    const first = new Map<string, number>();
    for (const one of byKey.flatMap(([, ofKey]) => ofKey)) {
      const { base, quote } = one.instrument;
      for (const code of [base, quote]) if (!first.has(code)) first.set(code, world.usdOf(code, start));
      const ofMarket = this.#byMarket.get(`${base}/${quote}`);
      if (ofMarket) ofMarket.push(one);
      else this.#byMarket.set(`${base}/${quote}`, [one]);
    }
    this.prices = new TruePrices(first, seed, start);
  }

  /** True price of one unit of the base in the quote; undefined if one of them is not an asset of this world. */
  priceOf(base: string, quote: string, slot: Millis): number | undefined {
    const [a, b] = [this.prices.usdOf(base, slot), this.prices.usdOf(quote, slot)];
    return a === undefined || b === undefined ? undefined : a / b;
  }

  /** Daily volume of the whole market in base units, over all exchanges that sometimes list it. */
  volumeOf(base: string, quote: string): number {
    return (this.#byMarket.get(`${base}/${quote}`) ?? []).reduce((sum, { volume }) => sum + volume, 0);
  }

  /** Daily volume of all markets of an asset, in its units. */
  assetVolumeOf(code: string, slot: Millis): number {
    let sum = 0;
    for (const [listed] of this.#byMarket.values()) {
      const { base, quote } = listed!.instrument;
      if (base === code) sum += this.volumeOf(base, quote);
      else if (quote === code) sum += this.volumeOf(base, quote) * this.priceOf(base, quote, slot)!;
    }
    return sum;
  }

  /** Exchanges that sometimes list a market. */
  exchangesOf(base: string, quote: string): readonly string[] {
    return (this.#byMarket.get(`${base}/${quote}`) ?? []).map(({ key }) => key);
  }

  /** Exchanges that sometimes list a market of an asset. */
  exchangesWith(code: string): readonly string[] {
    const known = this.#withAsset.get(code);
    if (known) return known;
    const listed = [...this.#byMarket.values()].flat();
    const keys = listed.flatMap(({ key, instrument: { base, quote } }) =>
      base === code || quote === code ? [key] : [],
    );
    const found = [...new Set(keys)];
    this.#withAsset.set(code, found);
    return found;
  }

  /** Exchanges that list a market in every slot of a range, both ends included. */
  listersOf(base: string, quote: string, from: Millis, upTo: Millis): readonly string[] {
    const ofMarket = this.#byMarket.get(`${base}/${quote}`) ?? [];
    const hours: Millis[] = [];
    for (let hour = Math.floor(from / HOUR_MS); hour <= Math.floor(upTo / HOUR_MS); hour++) hours.push(hour);
    return ofMarket
      .filter((one) => isTradable(one) && hours.every((hour) => isListed(one, hour)))
      .map(({ key }) => key);
  }

  /** The markets of an exchange by hour: `BTC/USD`. */
  listedBy(key: string, slot: Millis): ReadonlySet<string> {
    const hour = Math.floor(slot / HOUR_MS);
    const known = this.#listed.get(key);
    if (known?.hour === hour) return known.markets;
    const ofHour = (this.#byKey.get(key) ?? []).filter((one) => isListed(one, hour));
    const markets = new Set(ofHour.map(({ instrument: { base, quote } }) => `${base}/${quote}`));
    this.#listed.set(key, { hour, markets });
    return markets;
  }

  shownBy(key: string, slot: Millis): readonly RigInstrument[] {
    const hour = Math.floor(slot / HOUR_MS);
    return (this.#byKey.get(key) ?? [])
      .filter((one) => isListed(one, hour))
      .map((one) => this.#shown(one, slot));
  }

  #shown({ instrument, hash, tradesEvery, halfSpread, volume }: Listed, slot: Millis): RigInstrument {
    const { base, quote } = instrument;
    const middle = this.priceOf(base, quote, slot)! * (1 + STRAY * symmetric(hashPair(hash, slot / SLOT_MS)));
    const tradedAt = slot - ((slot / SLOT_MS + (hash >>> 0)) % tradesEvery) * SLOT_MS;
    const hasBid = instrument.bid !== undefined;
    const last = hasBid && tradedAt < slot ? this.priceOf(base, quote, tradedAt)! : middle;
    const lastText = textOf(last);
    return {
      ...instrument,
      last: lastText,
      ...(hasBid ? { bid: textOf(middle * (1 - halfSpread)) } : {}),
      ask: textOf(middle * (1 + halfSpread)),
      vwap: lastText,
      quoteVolume: textOf(volume * last),
      timestamp: slot,
    };
  }
}

function listed(key: string, place: number, instrument: RigInstrument): Listed {
  const { base, quote, baseVolume } = instrument;
  const hash = hashText(`${key} ${base} ${quote} week`);
  const isQuiet = unit(hash) < QUIET_SHARE && !WITHOUT_QUOTES.has(key);
  return {
    key,
    place,
    instrument,
    hash,
    tradesEvery: isQuiet ? 1 + ((hash >>> 8) % MAX_QUIET_SLOTS) : 1,
    halfSpread: MIN_HALF_SPREAD + MORE_HALF_SPREAD * unit(hashPair(hash, 1)),
    volume: Number(baseVolume),
  };
}

const isTradable = ({ instrument }: Listed) => instrument.active;

function isListed({ place, key }: Listed, hour: number): boolean {
  return place % CHANGING !== 0 || (place + hour + key.length) % 3 !== 0;
}

function textOf(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  return text.includes('e') ? formatDecimal(decimalFromNumber(Number(text))) : text;
}
