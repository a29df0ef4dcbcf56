import pino from 'pino';
import type { Gap } from '../../../src/core/gap.ts';
import type { ReferenceContent } from '../../../src/core/reference-data.ts';
import { DAY_MS, dayOfTick, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../../src/core/time.ts';
import { GapKeeper } from '../../../src/app/pipeline/gaps/gap-keeper.ts';
import { ListingChanges } from '../../../src/reference/listing-changes.ts';
import { GapReasons } from '../../../src/values/coverage/gap-reasons.ts';
import type { Auditor } from './auditor.ts';
import type { WeekMarket } from './week-market.ts';

/** A service without earlier runs, with its log of gaps in memory. */
const NO_LOG = {
  append: () => Promise.resolve(),
  forgetBefore: () => Promise.resolve(),
  found: { gaps: [], open: undefined },
} as unknown as ConstructorParameters<typeof GapKeeper>[0]['gaps'];

/** Names the gaps of a week as the service does: from the same log of gaps, listings and ticks. */
export class GapNames {
  readonly counts: Record<string, number> = {};
  readonly #listings = new ListingChanges();
  readonly #ticks = new Map<Millis, Uint8Array>();
  readonly #noted: Gap[] = [];
  #keeper = new GapKeeper({ gaps: NO_LOG, log: pino({ level: 'silent' }) });
  #last: Millis | undefined;

  reference(from: Millis, data: ReferenceContent): void {
    this.#listings.add({ from, data });
  }

  begin(now: Millis): void {
    this.#noted.push(...this.#keeper.recordedGaps());
    this.#keeper = new GapKeeper({ gaps: NO_LOG, log: pino({ level: 'silent' }) });
    this.#keeper.begin(this.#last, now);
  }

  published(at: Millis): void {
    this.#keeper.published(at);
    const day = dayOfTick(at);
    const slots = this.#ticks.get(day) ?? new Uint8Array(SLOTS_PER_DAY);
    slots[(at - day) / SLOT_MS - 1] = 1;
    this.#ticks.set(day, slots);
    this.#last = at;
  }

  /** Gaps without a name, or with a name other than the true cause. */
  async problems(auditor: Auditor, market: WeekMarket, isDown: (slot: Millis) => boolean): Promise<string[]> {
    const problems: string[] = [];
    const noted = [...this.#noted, ...this.#keeper.recordedGaps()];
    const reasons = new GapReasons({
      recordedGaps: () => noted,
      ticks: { ofDay: (day) => Promise.resolve(this.#ticks.get(day) ?? new Uint8Array(SLOTS_PER_DAY)) },
      listings: ({ indexType, indexId }) => Promise.resolve(this.#listings.of({ indexType, indexId })),
      yieldTurn: () => Promise.resolve(),
    });
    const at = this.#last ?? 0;
    const { signal } = new AbortController();
    for (const { index, missing } of auditor.series) {
      const series = { indexType: index.type, indexId: index.id };
      const gaps = await reasons.split(series, missing, { at, maxGaps: 1e6, signal });
      if (gaps === 'too-many-gaps') throw new Error('unbounded');
      const slots = missing.reduce((sum, { from, to }) => sum + (to - from) / SLOT_MS, 0);
      const named = gaps.reduce((sum, { from, to }) => sum + (to - from) / SLOT_MS, 0);
      const what = `${index.type} ${index.base}_${index.quote}`;
      if (named !== slots) problems.push(`${what}: ${named} slots of ${slots} are named`);
      for (const gap of gaps) {
        this.counts[gap.reason] = (this.counts[gap.reason] ?? 0) + (gap.to - gap.from) / SLOT_MS;
        const problem = problemOf(gap, index, market, isDown);
        if (problem) problems.push(`${what} ${new Date(gap.from).toISOString()} ${gap.reason}: ${problem}`);
      }
    }
    return problems;
  }
}

function problemOf(
  { from, to, reason }: Gap,
  { type, base, quote }: { type: string; base: string; quote: string },
  market: WeekMarket,
  isDown: (slot: Millis) => boolean,
): string | undefined {
  const down: boolean[] = [];
  for (let slot = from; slot < to; slot += SLOT_MS) down.push(isDown(slot));
  if (reason === 'DOWN') return down.every(Boolean) ? undefined : 'the service was running';
  if (down.some(Boolean)) return 'the service was not running';
  if (reason === 'SOURCE') return undefined;
  if (reason !== 'NOT_LISTED') return 'no reason';
  // Lists are read once an hour, so a market listed since then is not known yet.
  const known = type === 'MWA' ? market.listersOf(base, quote, from - DAY_MS / 12, to - SLOT_MS) : [];
  return known.length > 0 ? `listed on ${known.join()}` : undefined;
}
