import { Random } from '../../../bench/support/integrity/random.ts';
import { SECOND_MS, SLOT_MS, slotAfter, slotAtOrBefore, type Millis } from '../../../src/core/time.ts';
import { readDefinitions } from '../../../src/sources/live/declared/read-definitions.ts';
import { methodologyAt, type Methodology } from '../../../src/engine/methodology.ts';
import { recordedAnswers } from '../../support/declared/recorded-answers.ts';
import { LiveStage } from '../../support/live-stage.ts';
import { declaredLayout } from '../../support/rig/declared-layout.ts';
import { LAYOUTS } from '../../support/rig/layouts.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import type { Circumstances, Violation } from './audited.ts';
import { Auditor, MAX_AGE_MS, RECOVERED_SLOTS } from './auditor.ts';
import { Answers } from './answers.ts';
import { publishedValues } from './published-values.ts';
import { GapNames } from './gap-names.ts';
import { WeekFaults, type PlannedFault, type WeekEvent } from './week-faults.ts';
import { WeekMarket } from './week-market.ts';

export interface WeekOptions {
  readonly slots: number;
  readonly seed: number;
  readonly markets?: number;
  /** Rate of random faults: 1 is the usual one. */
  readonly faultRate?: number;
  readonly planned?: readonly PlannedFault[];
  /** Like `--strict-flags` of the service. */
  readonly strictFlags?: boolean;
  /** Default: the current ones. */
  readonly methodologyOf?: (at: Millis) => Methodology;
  readonly onProgress?: (slot: number, violations: readonly Violation[]) => void;
}

export interface WeekResult {
  readonly slots: number;
  readonly exchanges: number;
  readonly values: Readonly<Record<string, number>>;
  readonly unflagged: Readonly<Record<string, number>>;
  readonly carried: Readonly<Record<string, number>>;
  readonly errorBps: Readonly<Record<'median' | 'p99' | 'p999', number>>;
  readonly worst: Auditor['worst'];
  /** Values without a flag that are further from the truth, by the limit of the methodology that explains it. */
  readonly exempt: Readonly<Record<string, number>>;
  readonly worstVolumeTimes: number;
  /** How often each fault began. */
  readonly faults: Readonly<Record<string, number>>;
  readonly restarts: number;
  readonly moves: number;
  /** Slots without a value, by true cause and by the service's name for it. */
  readonly missing: Readonly<Record<string, number>>;
  readonly gaps: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
  readonly problems: readonly string[];
  readonly cpuSeconds: number;
  readonly seconds: number;
}

/** Tiers A and B. */
const EXCHANGES = [
  'binance',
  'bitfinex',
  'bitstamp',
  'coinbase',
  'kraken',
  'okx',
  'bitget',
  'gate',
  'htx',
  'mexc',
];
const DECLARED = 2;
const MARKETS = 20;
const START = Date.UTC(2026, 10, 23);

/** A market week through the live source, from sockets to index values, as fast as possible, with an auditor. */
export async function runWeek(options: WeekOptions): Promise<WeekResult> {
  const began = { cpu: process.cpuUsage(), at: performance.now() };
  const week = await Week.open(options);
  try {
    for (let slot = 1; slot <= options.slots; slot++) {
      await week.pass();
      options.onProgress?.(slot, week.auditor.violations);
    }
    const { user, system } = process.cpuUsage(began.cpu);
    const seconds = (performance.now() - began.at) / 1000;
    return { ...(await week.result()), cpuSeconds: (user + system) / 1e6, seconds };
  } finally {
    await week.close();
  }
}

interface WeekParts {
  readonly stage: LiveStage;
  readonly market: WeekMarket;
  readonly faults: WeekFaults;
  readonly gaps: GapNames;
  readonly answers: Answers;
  readonly strictFlags: boolean;
}

class Week {
  readonly auditor: Auditor;
  readonly #stage: LiveStage;
  readonly #market: WeekMarket;
  readonly #faults: WeekFaults;
  readonly #gaps: GapNames;
  readonly #answers: Answers;
  readonly #strictFlags: boolean;
  /** Until when exchanges of tier A that were wrong may still have wrong tickers. */
  readonly #wrongUntil = new Map<string, Millis>();
  readonly #soundSince = new Map<string, Millis>();
  readonly #problems: string[] = [];
  readonly #down: { readonly from: Millis; readonly to: Millis }[] = [];
  #onlineSince: Millis | undefined;
  #runningSince: Millis;
  #restarts = 0;

  static async open({
    seed,
    markets = MARKETS,
    strictFlags = false,
    ...options
  }: WeekOptions): Promise<Week> {
    const { faultRate: rate = 1, planned = [] } = options;
    const [random, rests] = [new Random(seed), new Random(seed + 0.5 * 2 ** 31)];
    const declared = readDefinitions(['examples/exchanges']).definitions.slice(0, DECLARED);
    const keys = [...EXCHANGES, ...declared.map(({ key }) => key)];
    const layouts = [
      ...LAYOUTS,
      ...declared.map((one) => declaredLayout(one, recordedAnswers(one.key).answers)),
    ];
    const world = new RigWorld({ size: 'small', layouts });
    const market = new WeekMarket(world, keys, { markets, seed: seed * 7 + 1, start: START });
    const gaps = new GapNames();
    const faults = new WeekFaults({
      keys,
      random,
      rate,
      planned,
      shownBy: (key, slot) => market.shownBy(key, slot),
    });
    const answers = new Answers(market, faults);
    const stage = await LiveStage.open({
      exchanges: EXCHANGES,
      declared,
      markets,
      start: START + 7 * SECOND_MS,
      // Seeds the rests of exchanges, whose order is that of answers, so that faults do not depend on it.
      random: () => rests.next(),
      instrumentsOf: (key, at) => market.shownBy(key, at),
      methodologyOf: options.methodologyOf ?? ((at) => methodologyAt(at, { strictFlags })),
      onAnswer: (key) => answers.add(key),
      onReference: (from, data) => gaps.reference(from, data),
    });
    answers.follow(stage);
    return new Week({ stage, market, faults, gaps, answers, strictFlags });
  }

  private constructor({ stage, market, faults, gaps, answers, strictFlags }: WeekParts) {
    this.#stage = stage;
    this.#market = market;
    this.#faults = faults;
    this.#gaps = gaps;
    this.#answers = answers;
    this.#strictFlags = strictFlags;
    this.auditor = new Auditor(market);
    const now = stage.clock.now();
    this.#onlineSince = this.#runningSince = now;
    for (const key of stage.keys) this.#soundSince.set(key, now);
    gaps.begin(now);
  }

  /** One slot, and what happens in it. */
  async pass(): Promise<void> {
    const stage = this.#stage;
    const slot = slotAtOrBefore(stage.clock.now());
    this.#priceUpTo(slot);
    stage.reprice();
    for (const [after, event] of this.#faults.during(slot)) {
      while (stage.clock.now() < slot + after) await stage.step(SECOND_MS);
      await this.#happens(event);
    }
    await stage.pass(1);
    this.#checked();
    stage.cycles.length = 0;
  }

  async result(): Promise<Omit<WeekResult, 'cpuSeconds' | 'seconds'>> {
    const { auditor } = this;
    const isDown = (slot: Millis) => this.#down.some(({ from, to }) => from <= slot && slot < to);
    const named = await this.#gaps.problems(auditor, this.#market, isDown);
    const { slots, values, unflagged, carried, worst, exempt, worstVolumeTimes, missing, violations } =
      auditor;
    return {
      slots,
      exchanges: this.#stage.keys.length,
      values,
      unflagged,
      carried,
      errorBps: {
        median: auditor.errorQuantile(0.5),
        p99: auditor.errorQuantile(0.99),
        p999: auditor.errorQuantile(0.999),
      },
      worst,
      exempt,
      worstVolumeTimes,
      faults: this.#faults.counts,
      restarts: this.#restarts,
      moves: this.#market.prices.events,
      missing,
      gaps: this.#gaps.counts,
      violations,
      problems: [...this.#problems, ...named],
    };
  }

  close(): Promise<void> {
    return this.#stage.close();
  }

  #priceUpTo(slot: Millis): void {
    const { prices } = this.#market;
    for (let at = prices.upTo + SLOT_MS; at <= slot; at += SLOT_MS) prices.advanceTo(at);
  }

  async #happens(event: WeekEvent): Promise<void> {
    const stage = this.#stage;
    const now = stage.clock.now();
    switch (event.kind) {
      case 'falls-ill':
        this.#soundSince.delete(event.key);
        if (!this.#faults.isOffline) stage.fault(event.key, event.illness.fault);
        return;
      case 'gets-well':
        this.#soundSince.set(event.key, now);
        if (!this.#faults.isOffline) stage.fault(event.key, undefined);
        return;
      case 'goes-offline':
        this.#onlineSince = undefined;
        for (const key of stage.keys) stage.fault(key, event.fault);
        return;
      case 'is-online':
        this.#onlineSince = now;
        for (const key of stage.keys) stage.fault(key, this.#faults.ill.get(key)?.fault);
        return;
      case 'restarts':
        return this.#restart(event.afterMs);
    }
  }

  async #restart(afterMs: Millis): Promise<void> {
    const stage = this.#stage;
    this.#restarts += 1;
    this.#priceUpTo(slotAtOrBefore(stage.clock.now() + afterMs));
    const last = stage.tick.output.at;
    const back = stage.clock.now() + afterMs;
    await stage.restart(afterMs);
    this.#gaps.begin(back);
    this.#runningSince = stage.clock.now();
    this.#priceUpTo(slotAtOrBefore(stage.clock.now()));
    this.#down.push({ from: last + SLOT_MS, to: slotAfter(stage.clock.now()) });
  }

  #checked(): void {
    const { tick, clock } = this.#stage;
    const at = clock.now();
    if (tick.output.at !== at) {
      this.#problems.push(`no tick at ${new Date(at).toISOString()}`);
      this.#down.push({ from: at, to: at + SLOT_MS });
      return;
    }
    this.#gaps.published(at);
    this.auditor.audit(at, publishedValues(tick), this.#circumstances());
    this.#checkRecovery(at);
  }

  #circumstances(): Circumstances {
    const answers = this.#answers.all;
    const online =
      this.#onlineSince === undefined ? undefined : Math.max(this.#onlineSince, this.#runningSince);
    const hasStrictFlags = this.#strictFlags;
    const altered = [...this.#faults.ill].flatMap(([key, { kind }]) =>
      kind === 'lies' || kind === 'fewer' ? [key] : [],
    );
    return {
      answers,
      soundSince: this.#soundSince,
      onlineSince: online,
      trustedLiars: this.#trustedLiars(),
      altered: new Set(altered),
      hasStrictFlags,
    };
  }

  #trustedLiars(): ReadonlySet<string> {
    const now = this.#stage.clock.now();
    for (const [key, { kind }] of this.#faults.ill)
      if ((kind === 'lies' || kind === 'old') && this.#stage.exchange(key).tier === 'A')
        this.#wrongUntil.set(key, now + MAX_AGE_MS);
    return new Set([...this.#wrongUntil].flatMap(([key, until]) => (until >= now ? [key] : [])));
  }

  /** Two cycles after our own outage, every healthy exchange has been read. */
  #checkRecovery(at: Millis): void {
    const since = this.#onlineSince;
    if (since === undefined || slotAfter(since) + (RECOVERED_SLOTS - 1) * SLOT_MS !== at) return;
    for (const [key, sound] of this.#soundSince) {
      const answered = this.#answers.all.get(key)?.at(-1)?.at ?? -Infinity;
      if (sound < since && answered < since)
        this.#problems.push(
          `${key} was not read in two cycles after the outage until ${new Date(since).toISOString()}`,
        );
    }
  }
}
