import { CUT_OFF_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import { LatencyEstimate } from './latency-estimate.ts';

/** One exchange in the schedule of its process. */
export interface ScheduledExchange {
  /** How long before the cut-off of a slot its reading starts. */
  readonly leadMs: Millis;
  /** If less time is left, a reading would probably arrive too late. */
  readonly usualMs: Millis;
  /** Reports a complete reading: how long it took, without the list of markets, and its number of tickers. */
  arrived(tookMs: Millis, tickers: number): void;
  leave(): void;
}

export interface JoinOptions {
  readonly key: string;
  /** Whether its replies are expected before those of all exchanges without this flag. */
  readonly isEarly?: boolean;
  /** How many tickers to expect, if known. */
  readonly tickers?: number | undefined;
}

export interface PollSchedule {
  join(options: JoinOptions): ScheduledExchange;
}

/** When the reading for a slot starts. */
export function readingStart(slot: Millis, { leadMs }: Pick<ScheduledExchange, 'leadMs'>): Millis {
  return slot - Math.min(SLOT_MS, CUT_OFF_MS + leadMs);
}

/** Assumed for an exchange that was never read. */
const USUAL_TICKERS = 500;
/**
 * Reading and parsing a ticker takes 50 to 80 microseconds of CPU. Replies are spaced by slightly more, so that one is
 * parsed before the next arrives.
 */
const SPACING_PER_TICKER_MS = 0.1;
const MIN_SPACING_MS = 10;
/** A reply is expected this long before the cut-off: it still has to reach the thread that computes. */
const MARGIN_MS = 500;
/** An additional margin, as a share of the latency. */
const MARGIN_OF_LATENCY = 0.1;

interface Member {
  readonly key: string;
  readonly isEarly: boolean;
  readonly latency: LatencyEstimate;
  tickers: number;
  /** The first reading runs at the start together with all others, so its latency is not representative. */
  hasArrived: boolean;
  /** Total time that the replies of later members take. */
  laterMs: Millis;
}

/**
 * Reads each exchange as late as possible: by its measured latency, its reply is expected shortly before the cut-off of
 * the slot. Replies are expected one after the other, with enough time to parse each: the exchange with the most
 * tickers comes last.
 */
export class LateSchedule implements PollSchedule {
  readonly #members = new Set<Member>();
  #isOrdered = true;

  join({ key, isEarly = false, tickers = USUAL_TICKERS }: JoinOptions): ScheduledExchange {
    const latency = new LatencyEstimate();
    const member: Member = { key, isEarly, latency, tickers, hasArrived: false, laterMs: 0 };
    this.#members.add(member);
    this.#isOrdered = false;
    const leadOf = () => this.#leadMs(member);
    return {
      get leadMs() {
        return leadOf();
      },
      get usualMs() {
        return latency.medianMs;
      },
      arrived: (tookMs, count) => {
        if (member.hasArrived) latency.add(tookMs);
        member.hasArrived = true;
        if (member.tickers === count) return;
        member.tickers = count;
        this.#isOrdered = false;
      },
      leave: () => {
        this.#members.delete(member);
        this.#isOrdered = false;
      },
    };
  }

  #leadMs(member: Member): Millis {
    if (!this.#isOrdered) this.#order();
    return member.laterMs + MARGIN_MS + (1 + MARGIN_OF_LATENCY) * member.latency.p95Ms;
  }

  #order(): void {
    let laterMs = 0;
    for (const member of [...this.#members].toSorted(byArrival).toReversed()) {
      member.laterMs = laterMs;
      laterMs += Math.max(MIN_SPACING_MS, member.tickers * SPACING_PER_TICKER_MS);
    }
    this.#isOrdered = true;
  }
}

/** Keys break ties, so that the order is always the same. */
function byArrival(a: Member, b: Member): number {
  if (a.isEarly !== b.isEarly) return a.isEarly ? -1 : 1;
  return a.tickers - b.tickers || (a.key < b.key ? -1 : 1);
}
