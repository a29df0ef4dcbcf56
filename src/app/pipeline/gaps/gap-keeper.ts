import type { Logger } from 'pino';
import type { Gap, GapReason } from '../../../core/gap.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { DAY_MS, dayStart, slotAtOrBefore, SLOT_MS, type Millis } from '../../../core/time.ts';
import { gapLine, lostTicksLine, openGapLine } from './gap-lines.ts';
import type { GapLog } from './gap-log.ts';

export interface GapKeeperParts {
  readonly gaps: Pick<GapLog, 'append' | 'forgetBefore' | 'found'>;
  /** Slots whose ticks were published and are lost. */
  readonly lost?: readonly { readonly from: Millis; readonly to: Millis }[];
  readonly log: Logger;
}

/** A request reaches back to the beginning of the window at its own time. */
const KEPT_MS = INDEX_WINDOW_MS + DAY_MS;
/** The file is written anew when it has so many lines that are of no use. */
const MOST_USELESS_LINES = 1000;

interface Over {
  readonly gap: Gap;
  readonly lines: number;
}

/** Notes why slots have no tick, when a gap begins and ends, and forgets what requests can no longer ask for. */
export class GapKeeper {
  readonly #parts: GapKeeperParts;
  readonly #queue = new SerialQueue();
  #over: Over[];
  #unwritten: string[] = [];
  #running: Gap | undefined;
  /** Where the first slot of this process has not come yet: from here on it was not there. */
  #startingFrom: Millis | undefined;
  #lastSlot: Millis = -Infinity;
  #isTold = false;
  /** Lines in the file of gaps that were forgotten. */
  #uselessLines = 0;

  constructor(parts: GapKeeperParts) {
    this.#parts = parts;
    // What was found has a range for each line.
    const found = parts.gaps.found.gaps.map((gap): Over => ({ gap, lines: 1 }));
    const lost = (parts.lost ?? []).map(({ from, to }): Over => ({
      gap: { from, to: to + SLOT_MS, reason: 'DISK' },
      lines: 0,
    }));
    this.#over = [...found, ...lost];
  }

  /** All that is known, in the order in which it was noted. One that lasts has no end yet: Infinity. */
  noted(): readonly Gap[] {
    const starting = this.#startingFrom;
    return [
      ...this.#over.map(({ gap }) => gap),
      ...(starting === undefined ? [] : [{ from: starting, to: Infinity, reason: 'DOWN' } as const]),
      ...(this.#running ? [this.#running] : []),
    ];
  }

  /** Ticks of these slots were published, and a store that several processes share has lost them. Before `begin`. */
  lose({ from, to }: Pick<Gap, 'from' | 'to'>): void {
    const gap: Gap = { from, to, reason: 'DISK' };
    this.#over.push({ gap, lines: 1 });
    this.#unwritten.push(lostTicksLine(gap));
    void this.#write();
  }

  /** Ticks of these slots were computed, and neither stored nor published. Before `begin`. */
  drop({ from, to }: Pick<Gap, 'from' | 'to'>): void {
    this.#end({ from, to, reason: 'DISK' }, 1);
  }

  /** Since its last slot the service was down, unless it ended within another gap. `lastTick`: the newest stored one. */
  begin(lastTick: Millis | undefined, now: Millis): void {
    const { gaps, open } = this.#parts.gaps.found;
    const lastNoted = gaps.reduce((last, { to }) => Math.max(last, to), 0);
    const after = Math.max(lastTick === undefined ? 0 : lastTick + SLOT_MS, lastNoted);
    const start = slotAtOrBefore(now);
    const isUncertain = open !== undefined && open.from > (lastTick ?? -Infinity);
    if (after < start && !isUncertain) this.#end({ from: after, to: start, reason: 'DOWN' }, 1);
    this.#startingFrom = Math.max(after, start);
    this.#forgetBefore(start - KEPT_MS);
  }

  published(at: Millis): void {
    this.#reach(at);
    this.#endRunning();
    if (this.#unwritten.length > 0) void this.#write();
  }

  missed(at: Millis, reason: GapReason): void {
    this.#reach(at);
    const running = this.#running;
    if (running?.reason === reason && running.to === at) this.#running = { ...running, to: at + SLOT_MS };
    else this.#beginGap({ from: at, to: at + SLOT_MS, reason });
    if (this.#unwritten.length > 0) void this.#write();
  }

  /** No slot is going to have a tick any more. */
  lasting(reason: GapReason, now: Millis): void {
    this.#reach(Math.max(this.#lastSlot, slotAtOrBefore(now)));
    this.#beginGap({ from: this.#lastSlot + SLOT_MS, to: Infinity, reason });
    void this.#write();
  }

  /** The service ends. What could not be written so far is tried once more; resolves when nothing is under way. */
  async close(now: Millis): Promise<void> {
    const running = this.#running;
    if (running?.to === Infinity)
      this.#running = { ...running, to: Math.max(running.from, slotAtOrBefore(now) + SLOT_MS) };
    this.#endRunning();
    if (this.#unwritten.length > 0) await this.#write();
    await this.#queue.idle();
  }

  /** The first slot that this process deals with ends the time in which it was not there. */
  #reach(at: Millis): void {
    const from = this.#startingFrom;
    this.#startingFrom = undefined;
    if (dayStart(at) > dayStart(this.#lastSlot)) this.#forgetBefore(at - KEPT_MS);
    this.#lastSlot = at;
    if (from !== undefined && from < at) this.#end({ from, to: at, reason: 'DOWN' }, 1);
  }

  #beginGap(gap: Gap): void {
    this.#endRunning();
    this.#running = gap;
    this.#unwritten.push(openGapLine(gap));
  }

  #endRunning(): void {
    const gap = this.#running;
    this.#running = undefined;
    // One line told that it began.
    if (gap) this.#end(gap, 2);
  }

  /** `lines`: that tell of it, with the one that is written now. */
  #end(gap: Gap, lines: number): void {
    this.#over.push({ gap, lines });
    this.#unwritten.push(gapLine(gap));
    void this.#write();
  }

  #forgetBefore(instant: Millis): void {
    const kept: Over[] = [];
    for (const over of this.#over)
      if (over.gap.to > instant) kept.push(over);
      else this.#uselessLines += over.lines;
    this.#over = kept;
    if (this.#uselessLines < MOST_USELESS_LINES) return;
    this.#uselessLines = 0;
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
        this.#isTold = false;
      } catch (error) {
        this.#unwritten = [...lines, ...this.#unwritten];
        if (!this.#isTold)
          this.#parts.log.warn({ err: error }, 'why ticks are missing could not be written down yet');
        this.#isTold = true;
      }
    });
  }
}
