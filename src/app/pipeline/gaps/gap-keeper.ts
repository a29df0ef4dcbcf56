import type { Logger } from 'pino';
import type { Gap, GapReason } from '../../../core/gap.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { DAY_MS, dayStart, slotAtOrBefore, SLOT_MS, type Millis } from '../../../core/time.ts';
import { gapLine, lostTicksLine, openGapLine } from './gap-lines.ts';
import type { GapLog } from './gap-log.ts';

export interface GapKeeperParts {
  readonly gaps: Pick<GapLog, 'append' | 'forgetBefore' | 'found'>;
  /** Slots whose published ticks are lost. */
  readonly lost?: readonly { readonly from: Millis; readonly to: Millis }[];
  readonly log: Logger;
}

/** Requests reach back to the beginning of the window, plus a day of reserve. */
const KEPT_MS = INDEX_WINDOW_MS + DAY_MS;
/** The file is rewritten when it has this many obsolete lines. */
const MAX_OBSOLETE_LINES = 1000;

interface EndedGap {
  readonly gap: Gap;
  readonly lines: number;
}

/**
 * Records why slots have no tick, when a gap begins and when it ends. Forgets gaps that requests can no
 * longer reach.
 */
export class GapKeeper {
  readonly #parts: GapKeeperParts;
  readonly #queue = new SerialQueue();
  #ended: EndedGap[];
  #unwritten: string[] = [];
  #running: Gap | undefined;
  /** Until the first slot of this process: the start of the time in which the service was down. */
  #startingFrom: Millis | undefined;
  /** Slots of ticks that are stored next, oldest first. */
  #waiting: readonly Millis[] = [];
  #lastSlot: Millis = -Infinity;
  #isReported = false;
  /** Lines of forgotten gaps in the file. */
  #obsoleteLines = 0;

  constructor(parts: GapKeeperParts) {
    this.#parts = parts;
    // Each line of the file is a separate gap here.
    const found = parts.gaps.found.gaps.map((gap): EndedGap => ({ gap, lines: 1 }));
    const lost = (parts.lost ?? []).map(({ from, to }): EndedGap => ({
      gap: { from, to: to + SLOT_MS, reason: 'DISK' },
      lines: 0,
    }));
    this.#ended = [...found, ...lost];
  }

  /** All known gaps, in the order in which they were recorded. A gap whose end is not known yet ends at Infinity. */
  recordedGaps(): readonly Gap[] {
    const starting = this.#startingFrom;
    return [
      ...this.#ended.map(({ gap }) => gap),
      ...(starting === undefined ? [] : [{ from: starting, to: Infinity, reason: 'DOWN' } as const]),
      ...(this.#running ? [this.#running] : []),
    ];
  }

  /** Records slots whose ticks a shared store has lost. Call before `begin`. */
  recordLost({ from, to }: Pick<Gap, 'from' | 'to'>): void {
    const gap: Gap = { from, to, reason: 'DISK' };
    this.#ended.push({ gap, lines: 1 });
    this.#unwritten.push(lostTicksLine(gap));
    void this.#write();
  }

  /** Records slots whose ticks were computed, but neither stored nor published. Call before `begin`. */
  drop({ from, to }: Pick<Gap, 'from' | 'to'>): void {
    this.#end({ from, to, reason: 'DISK' }, 1);
  }

  /**
   * Records that the service was down since `lastTick`, the newest stored tick, except where a gap is recorded already or where it
   * stopped within another gap. `waiting`: ticks that are stored next. A slot whose waiting tick cannot be stored becomes a gap.
   */
  begin(lastTick: Millis | undefined, now: Millis, waiting: readonly Millis[] = []): void {
    const { open } = this.#parts.gaps.found;
    const start = slotAtOrBefore(now);
    const after = Math.max(0, (lastTick ?? -Infinity) + SLOT_MS);
    // After a slot that came too late, the service was down in either case.
    const isUncertain =
      open !== undefined && open.reason !== 'DOWN' && open.from >= Math.max(after, ...waiting);
    const explained = [...this.#ended.map(({ gap }) => gap), ...waiting.map(slotOf)];
    for (const missing of without({ from: after, to: isUncertain ? open.from : start }, explained))
      this.#end({ ...missing, reason: 'DOWN' }, 1);
    this.#waiting = [...waiting];
    this.#startingFrom = explained.reduce((last, { to }) => Math.max(last, to), Math.max(after, start));
    this.#forgetBefore(start - KEPT_MS);
  }

  published(at: Millis): void {
    this.#reach(at);
    // Ticks are stored in order: those before it never will be.
    for (const slot of this.#waiting.filter((waiting) => waiting < at))
      this.#end({ ...slotOf(slot), reason: 'DISK' }, 1);
    this.#waiting = this.#waiting.filter((waiting) => waiting > at);
    this.#endRunning();
    if (this.#unwritten.length > 0) void this.#write();
  }

  recordMissed(at: Millis, reason: GapReason): void {
    this.#reach(at);
    this.#waiting = this.#waiting.filter((slot) => slot !== at);
    const running = this.#running;
    if (running?.reason === reason && running.to === at) this.#running = { ...running, to: at + SLOT_MS };
    else this.#beginGap({ from: at, to: at + SLOT_MS, reason });
    if (this.#unwritten.length > 0) void this.#write();
  }

  /** Records that no further slot will have a tick. */
  recordOpenEnd(reason: GapReason, now: Millis): void {
    this.#reach(Math.max(this.#lastSlot, slotAtOrBefore(now)));
    this.#beginGap({ from: this.#lastSlot + SLOT_MS, to: Infinity, reason });
    void this.#write();
  }

  /** Ends the running gap and retries unwritten lines once. Resolves when all writing has ended. */
  async close(now: Millis): Promise<void> {
    const running = this.#running;
    if (running?.to === Infinity)
      this.#running = { ...running, to: Math.max(running.from, slotAtOrBefore(now) + SLOT_MS) };
    this.#endRunning();
    if (this.#unwritten.length > 0) await this.#write();
    await this.#queue.idle();
  }

  /** The first slot of this process that was not passed before its start ends the time in which the service was down. */
  #reach(at: Millis): void {
    const from = this.#startingFrom;
    if (dayStart(at) > dayStart(this.#lastSlot)) this.#forgetBefore(at - KEPT_MS);
    this.#lastSlot = at;
    if (from === undefined || at < from) return;
    this.#startingFrom = undefined;
    if (from < at) this.#end({ from, to: at, reason: 'DOWN' }, 1);
  }

  #beginGap(gap: Gap): void {
    this.#endRunning();
    this.#running = gap;
    this.#unwritten.push(openGapLine(gap));
  }

  #endRunning(): void {
    const gap = this.#running;
    this.#running = undefined;
    // One line recorded its beginning.
    if (gap) this.#end(gap, 2);
  }

  /** `lines` is the number of lines of this gap, including the one that is written now. */
  #end(gap: Gap, lines: number): void {
    this.#ended.push({ gap, lines });
    this.#unwritten.push(gapLine(gap));
    void this.#write();
  }

  #forgetBefore(instant: Millis): void {
    const kept: EndedGap[] = [];
    for (const ended of this.#ended)
      if (ended.gap.to > instant) kept.push(ended);
      else this.#obsoleteLines += ended.lines;
    this.#ended = kept;
    if (this.#obsoleteLines < MAX_OBSOLETE_LINES) return;
    this.#obsoleteLines = 0;
    void this.#queue.run(() => this.#shorten(instant));
  }

  async #shorten(instant: Millis): Promise<void> {
    try {
      await this.#parts.gaps.forgetBefore(instant);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the log of gaps could not be shortened');
    }
  }

  #write(): Promise<void> {
    return this.#queue.run(async () => {
      const lines = this.#unwritten;
      if (lines.length === 0) return;
      this.#unwritten = [];
      try {
        await this.#parts.gaps.append(lines);
        this.#isReported = false;
      } catch (error) {
        this.#unwritten = [...lines, ...this.#unwritten];
        if (!this.#isReported)
          this.#parts.log.warn(
            { err: error },
            'the reasons for missing ticks could not be written yet; this is retried',
          );
        this.#isReported = true;
      }
    });
  }
}

function slotOf(at: Millis): Pick<Gap, 'from' | 'to'> {
  return { from: at, to: at + SLOT_MS };
}

/** The parts of a range that none of the others covers, in the order of time. */
function without(
  { from, to }: Pick<Gap, 'from' | 'to'>,
  others: readonly Pick<Gap, 'from' | 'to'>[],
): Pick<Gap, 'from' | 'to'>[] {
  const left: Pick<Gap, 'from' | 'to'>[] = [];
  let reached = from;
  for (const other of others.toSorted((a, b) => a.from - b.from)) {
    if (reached >= to) break;
    if (other.from > reached) left.push({ from: reached, to: Math.min(other.from, to) });
    reached = Math.max(reached, other.to);
  }
  if (reached < to) left.push({ from: reached, to });
  return left;
}
