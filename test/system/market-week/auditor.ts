import { flagsIn, isReal, maskOf, type FlagMask, type IndexType } from '../../../src/core/index-value.ts';
import { CUT_OFF_MS, MINUTE_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import type { AuditedIndex, AuditedValue, Circumstances, Violation } from './audited.ts';
import type { WeekMarket } from './week-market.ts';

/** Maximum error of a value without a flag. */
export const MAX_ERROR_BPS = 50;
/** The same for volumes, as a multiple of the true one. */
export const MAX_VOLUME_TIMES = 5;
/** Maximum age of a reading at its tick, by the methodology. */
export const MAX_AGE_MS = 90 * SECOND_MS;
const CARRIED_SLOTS: Readonly<Record<IndexType, number>> = { MWA: 20, GWA: 20, LX: 10 };
/** Time until a recovered exchange counts again: rests of up to 15 minutes, and rejected listings. */
const BELIEVED_AFTER_MS = 25 * MINUTE_MS;
/** Slots until all exchanges are read again after our own outage: two cycles, and the slot in which it ended. */
export const RECOVERED_SLOTS = 3;
/** Lists are read again after an hour. */
const LISTED_MS = 75 * MINUTE_MS;

const QUORUM = 3;

const CARRIED = maskOf('CARRIED');

/** The publication state of a series. */
interface Series {
  readonly index: AuditedIndex;
  realAt: Millis;
  publishedAt: Millis;
  /**
   * It was carried while its exchanges answered: they had delisted it, or were rejected. The methodology then carries it for 24
   * hours, whether they are read meanwhile or not.
   */
  isRefused: boolean;
  missing: { from: Millis; to: Millis }[];
}

const WORST = 12;

/**
 * Compares what a service publishes with what exchanges truly showed. It knows the rig, the faults and the published values, and
 * nothing of how values are made.
 *
 * - error: a value without a flag is at most 50 bps from the interval between the lowest and the highest true price at the instants
 *   of its inputs. These are the last tickers of its market on each exchange that were answered up to t - 2 s and are at most 90 s old
 *   at t; for a GWA or LX of all markets of its asset, and the last answers of all exchanges. If all exchanges answered for this slot,
 *   the interval is one price.
 *   Exempt are known limits: `#limitOf`.
 * - volume: a published volume without a flag is at most 5 times the true one of all exchanges. Exempt: `#volumeLimitOf`.
 * - unread: without an answer in the last 90 s nothing is real, and what is published is CARRIED, for at most 20 ticks after the
 *   last real value (LX: 10).
 * - silence: what was not published at the tick before does not come back as CARRIED.
 * - sound: an index that was published is published, and not CARRIED, while an exchange that was sound for 25 minutes lists
 *   its market for 75 minutes, and the network has worked for three slots.
 */
export class Auditor {
  readonly violations: Violation[] = [];
  /** Values without a flag that are furthest from the truth. */
  readonly worst: { readonly bps: number; readonly at: string; readonly index: string }[] = [];
  readonly values: Record<IndexType, number> = { MWA: 0, GWA: 0, LX: 0 };
  readonly unflagged: Record<IndexType, number> = { MWA: 0, GWA: 0, LX: 0 };
  readonly carried: Record<IndexType, number> = { MWA: 0, GWA: 0, LX: 0 };
  /** Slots in which an index had no value, by cause. */
  readonly missing: Record<string, number> = {};
  /** Values without a flag that are further from the truth, by the limit of the methodology that explains it. */
  readonly exempt: Record<string, number> = {};
  slots = 0;
  worstVolumeTimes = 0;
  readonly #errors: number[] = Array.from({ length: 501 }, () => 0);
  readonly #market: WeekMarket;
  readonly #series = new Map<string, Series>();
  #at: Millis = -Infinity;
  #carriedAssets: ReadonlySet<string> = new Set();

  constructor(market: WeekMarket) {
    this.#market = market;
  }

  /** Every published series, with its missing slots. */
  get series(): Iterable<{
    readonly index: AuditedIndex;
    readonly missing: readonly { from: Millis; to: Millis }[];
  }> {
    return this.#series.values();
  }

  /** Quantile of the error of values without a flag, in tenths of a basis point, rounded up. */
  errorQuantile(share: number): number {
    const total = this.#errors.reduce((sum, count) => sum + count, 0);
    let sum = 0;
    return this.#errors.findIndex((count) => (sum += count) >= share * total) / 10;
  }

  /** Audits a tick with all its published values. */
  audit(at: Millis, values: readonly AuditedValue[], known: Circumstances): void {
    this.slots += 1;
    const gap = this.#at === -Infinity ? 0 : at - this.#at - SLOT_MS;
    const published = new Map(values.map((value) => [keyOf(value), value]));
    const carried = values.filter(({ type, flags }) => type === 'MWA' && flags & CARRIED);
    this.#carriedAssets = new Set(carried.flatMap(({ base, quote }) => [base, quote]));
    for (const [key, value] of published) this.#value(at, key, value, known);
    for (const [key, series] of this.#series) {
      if (gap > 0) this.#miss(series, at - gap, at, 'service down');
      const value = published.get(key);
      if (!value) this.#missed(at, series, published, known);
      else series.publishedAt = at;
    }
    this.#at = at;
  }

  #value(at: Millis, key: string, value: AuditedValue, known: Circumstances): void {
    const { type, flags } = value;
    const series = this.#series.get(key);
    this.values[type] += 1;
    if (flags === 0) this.unflagged[type] += 1;
    if (flags & CARRIED) this.carried[type] += 1;
    const inputs = this.#inputsOf(at, value, known);
    const isUsd = type === 'GWA' && value.id === WELL_KNOWN_ASSETS.USD;
    if (isUsd) return;
    if (inputs.size === 0) this.#unread(at, value, series);
    if (flags === 0) {
      this.#error(at, value, inputs, this.#limitOf(at, value, known));
      this.#volume(at, value);
    }
    if (flags & CARRIED) this.#carriedValue(at, value, series, known);
    const isNew = series === undefined;
    const entry: Series = series ?? {
      index: indexOf(value),
      realAt: -Infinity,
      publishedAt: at,
      isRefused: false,
      missing: [],
    };
    if (isNew) this.#series.set(key, entry);
    if (isReal(flags)) {
      entry.realAt = at;
      entry.isRefused = false;
    } else if (this.#isRefused(at, value, known)) entry.isRefused = true;
  }

  /** The slots of the prices in a value's inputs. */
  #inputsOf(at: Millis, { type, base, quote }: AuditedIndex, { answers }: Circumstances): Set<Millis> {
    const slots = new Set<Millis>();
    const wanted = (market: string) =>
      type === 'MWA' ? market === `${base}/${quote}` : market.split('/').includes(base);
    for (const ofExchange of answers.values()) {
      const known = ofExchange.filter(
        ({ at: readAt }) => readAt <= at - CUT_OFF_MS && at - readAt <= MAX_AGE_MS,
      );
      const last = known.at(-1);
      if (last && type !== 'MWA') slots.add(last.pricedAt);
      const seen = new Set<string>();
      for (const { markets, pricedAt } of known.toReversed())
        for (const market of markets)
          if (!seen.has(market)) {
            seen.add(market);
            if (wanted(market)) slots.add(pricedAt);
          }
    }
    return slots;
  }

  /** Whether an exchange that sometimes lists a market of an index answers without it, or with wrong data. */
  #isRefused(at: Millis, { type, base, quote }: AuditedIndex, { answers, altered }: Circumstances): boolean {
    const own = type === 'MWA' ? this.#market.exchangesOf(base, quote) : this.#market.exchangesWith(base);
    return (own.length > 0 ? own : [...answers.keys()]).some((key) => {
      const last = answers.get(key)?.findLast(({ at: readAt }) => readAt <= at - CUT_OFF_MS);
      return altered.has(key) || (last !== undefined && at - last.at <= MAX_AGE_MS);
    });
  }

  #unread(at: Millis, value: AuditedValue, series: Series | undefined): void {
    const { type, flags } = value;
    if (isReal(flags)) this.#violated(at, 'unread', value, `real without an answer in the last 90 s`);
    else if (!(flags & CARRIED)) return;
    else if (series && !series.isRefused && at - series.realAt > CARRIED_SLOTS[type] * SLOT_MS)
      this.#violated(
        at,
        'unread',
        value,
        `carried ${(at - series.realAt) / SLOT_MS} slots after it was real`,
      );
  }

  /**
   * Limits of the methodology: a GWA can be further off
   * - without strict flags, if an exchange of tier A is wrong and has a market of the asset that at most one other has, or
   * - if a market of the asset is itself carried: up to an hour old, it takes part in the rates.
   */
  #limitOf(at: Millis, { type, base }: AuditedIndex, known: Circumstances): string | undefined {
    if (type !== 'GWA') return undefined;
    if (this.#carriedAssets.has(base)) return 'a carried market of the asset';
    return !known.hasStrictFlags && this.#isOpen(at, base, known)
      ? 'a wrong exchange of tier A in a thin market'
      : undefined;
  }

  /**
   * Whether a wrong exchange of tier A has a market of an asset that currently fewer than a quorum show. An exchange that listed
   * the market recently does not count yet: its list has not been read again.
   */
  #isOpen(at: Millis, code: string, { answers, trustedLiars }: Circumstances): boolean {
    if (trustedLiars.size === 0) return false;
    const showing = new Map<string, string[]>();
    for (const [key, ofExchange] of answers) {
      const known = ofExchange.filter(
        ({ at: readAt }) => readAt <= at - CUT_OFF_MS && at - readAt <= MAX_AGE_MS,
      );
      const markets = new Set(known.flatMap((answer) => [...answer.markets]));
      for (const market of markets)
        if (market.split('/').includes(code)) showing.set(market, [...(showing.get(market) ?? []), key]);
    }
    return [...showing].some(([market, keys]) => {
      const [base, quote] = market.split('/');
      const listers = this.#market.listersOf(base!, quote!, at - LISTED_MS, at - SLOT_MS);
      const isKnown = (key: string) => trustedLiars.has(key) || listers.includes(key);
      return keys.some((key) => trustedLiars.has(key)) && keys.filter(isKnown).length < QUORUM;
    });
  }

  #error(at: Millis, value: AuditedValue, inputs: ReadonlySet<Millis>, limit: string | undefined): void {
    const prices = [...inputs].flatMap((slot) => this.#market.priceOf(value.base, value.quote, slot) ?? []);
    if (prices.length === 0) return;
    const [least, most] = [Math.min(...prices), Math.max(...prices)];
    const bps = Math.max(0, least / value.price - 1, value.price / most - 1) * 1e4;
    if (limit !== undefined && bps > MAX_ERROR_BPS) {
      this.exempt[limit] = (this.exempt[limit] ?? 0) + 1;
      return;
    }
    const bucket = Math.min(this.#errors.length - 1, Math.ceil(bps * 10));
    this.#errors[bucket]! += 1;
    if (bps > (this.worst.at(-1)?.bps ?? 0) || this.worst.length < WORST) {
      this.worst.push({ bps, at: timeOf(at), index: nameOf(value) });
      this.worst.sort((a, b) => b.bps - a.bps);
      this.worst.length = Math.min(WORST, this.worst.length);
    }
    if (bps > MAX_ERROR_BPS)
      this.#violated(
        at,
        'error',
        value,
        `${bps.toFixed(1)} bps from the truth: ${value.price}, not ${least} to ${most}`,
      );
  }

  /** A carried market repeats its last volume, and so do its assets. */
  #volumeLimitOf({ type, base }: AuditedIndex): string | undefined {
    return type === 'GWA' && this.#carriedAssets.has(base)
      ? 'volume: a carried market of the asset'
      : undefined;
  }

  #volume(at: Millis, value: AuditedValue): void {
    const { type, base, quote, volume } = value;
    const truth =
      type === 'MWA' ? this.#market.volumeOf(base, quote) : this.#market.assetVolumeOf(base, at - SLOT_MS);
    const times = volume / truth;
    if (!Number.isFinite(times)) {
      if (volume > 0) this.#violated(at, 'volume', value, `volume ${volume} of a market that there is not`);
      return;
    }
    const limit = this.#volumeLimitOf(value);
    if (limit !== undefined && times > MAX_VOLUME_TIMES) {
      this.exempt[limit] = (this.exempt[limit] ?? 0) + 1;
      return;
    }
    this.worstVolumeTimes = Math.max(this.worstVolumeTimes, times);
    if (times > MAX_VOLUME_TIMES)
      this.#violated(at, 'volume', value, `${times.toFixed(1)} times the true volume`);
  }

  #carriedValue(at: Millis, value: AuditedValue, series: Series | undefined, known: Circumstances): void {
    if (series && this.#at > series.publishedAt)
      this.#violated(at, 'silence', value, 'carried after it had stopped');
    if (value.type === 'MWA' && this.#soundListers(at, value, known).length > 0)
      this.#violated(
        at,
        'sound',
        value,
        `carried while ${this.#soundListers(at, value, known).join()} can be read`,
      );
  }

  #missed(
    at: Millis,
    series: Series,
    published: ReadonlyMap<string, AuditedValue>,
    known: Circumstances,
  ): void {
    const { index } = series;
    this.#miss(series, at, at + SLOT_MS, this.#reasonOf(at, series, known));
    if (index.type === 'MWA') {
      const sound = this.#soundListers(at, index, known);
      if (sound.length > 0) this.#violated(at, 'sound', index, `no value while ${sound.join()} can be read`);
    } else if (index.type === 'GWA') {
      const market = [...published.values()].find(
        ({ type, flags, base, quote }) =>
          type === 'MWA' &&
          flags === 0 &&
          (base === index.base ? quote : base) === 'USD' &&
          [base, quote].includes(index.base),
      );
      if (market) this.#violated(at, 'sound', index, `no value while ${nameOf(market)} has one`);
    }
  }

  /** The true events that may explain why an index has no value. */
  #reasonOf(
    at: Millis,
    { index: { type, base, quote } }: Series,
    { onlineSince, soundSince }: Circumstances,
  ): string {
    if (onlineSince === undefined || at - onlineSince < RECOVERED_SLOTS * SLOT_MS) return 'our own outage';
    if (type !== 'MWA') return 'its markets have no value';
    const listed = this.#market.listersOf(base, quote, at - SLOT_MS, at - SLOT_MS);
    if (this.#market.exchangesOf(base, quote).length === 0) return 'a market that only a fault made';
    if (listed.length === 0) return 'not listed';
    const since = listed.map((key) => soundSince.get(key));
    if (since.every((instant) => instant === undefined)) return 'its exchanges fail or are wrong';
    return 'its exchanges were not believed yet';
  }

  #soundListers(
    at: Millis,
    { base, quote }: AuditedIndex,
    { soundSince, onlineSince = Infinity }: Circumstances,
  ) {
    if (at - onlineSince < RECOVERED_SLOTS * SLOT_MS) return [];
    const listers = this.#market.listersOf(base, quote, at - LISTED_MS, at - SLOT_MS);
    return listers.filter((key) => at - (soundSince.get(key) ?? Infinity) >= BELIEVED_AFTER_MS);
  }

  #miss(series: Series, from: Millis, to: Millis, why: string): void {
    this.missing[why] = (this.missing[why] ?? 0) + (to - from) / SLOT_MS;
    const last = series.missing.at(-1);
    if (last?.to === from) last.to = to;
    else series.missing.push({ from, to });
  }

  #violated(at: Millis, rule: string, index: AuditedIndex & { flags?: FlagMask }, what: string): void {
    const flags = index.flags === undefined ? '' : ` [${flagsIn(index.flags).join()}]`;
    this.violations.push({ at: timeOf(at), rule, index: nameOf(index), what: what + flags });
  }
}

function indexOf({ type, id, base, quote }: AuditedIndex): AuditedIndex {
  return { type, id, base, quote };
}

const keyOf = ({ type, id }: AuditedIndex) => `${type} ${id}`;
const nameOf = ({ type, base, quote }: AuditedIndex) =>
  type === 'MWA' ? `MWA ${base}_${quote}` : `${type} ${base}`;
const timeOf = (at: Millis) => new Date(at).toISOString();
