import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { LiveStage } from '../../support/live-stage.ts';
import type { Answer } from './audited.ts';
import { MAX_AGE_MS } from './auditor.ts';
import type { WeekFaults } from './week-faults.ts';
import type { WeekMarket } from './week-market.ts';

/** Recent answers of exchanges. */
export class Answers {
  readonly all = new Map<string, Answer[]>();
  readonly #market: WeekMarket;
  readonly #faults: WeekFaults;
  #stage: LiveStage | undefined;

  constructor(market: WeekMarket, faults: WeekFaults) {
    this.#market = market;
    this.#faults = faults;
  }

  /** Earlier answers belong to the start. */
  follow(stage: LiveStage): void {
    this.#stage = stage;
  }

  add(key: string): void {
    const { now = 0, pricedAt = 0 } = this.#stage
      ? { now: this.#stage.clock.now(), pricedAt: this.#stage.pricedAt }
      : {};
    const known = (this.all.get(key) ?? []).filter(({ at }) => now - at <= MAX_AGE_MS + SLOT_MS);
    known.push({ at: now, pricedAt, markets: this.#marketsIn(key, pricedAt) });
    this.all.set(key, known);
  }

  #marketsIn(key: string, slot: Millis): ReadonlySet<string> {
    const listed = this.#market.listedBy(key, slot);
    const { kind, fault } = this.#faults.ill.get(key) ?? {};
    const changed =
      (kind === 'fewer' || kind === 'lies') && typeof fault === 'object' ? fault.instruments : undefined;
    if (!changed) return listed;
    return new Set(changed(this.#market.shownBy(key, slot)).map(({ base, quote }) => `${base}/${quote}`));
  }
}
