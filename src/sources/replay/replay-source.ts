import type { Clock } from '../../core/clocks/clock.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { CUT_OFF_MS, formatDatetime, SLOT_MS, slotAfter, type Millis } from '../../core/time.ts';
import type { ExchangeHealth, Source, SourceEvent } from '../source.ts';
import { isEventsFrame } from '../recording/frame-check.ts';
import { EventReader, type EventsFrame, type FailureRow } from '../recording/recorded-events.ts';
import { readBeginFrame, framesOf } from '../recording/recording-file.ts';

export interface ReplayOptions {
  /** In order of time. */
  readonly files: readonly string[];
  readonly clock: Clock;
  readonly onWarning: (what: string, details: Readonly<Record<string, unknown>>) => void;
}

/** The recorded events of one slot. */
interface RecordedSlot {
  readonly slot: Millis;
  readonly events: readonly SourceEvent[];
  readonly failures: readonly FailureRow[];
  /** In force at the slot. */
  readonly reference: ReferenceContent;
}

/**
 * Delivers a recording again: the same events in the same order, each at its market time. It skips slots that the
 * recording lacks; after the end of the recording, market time stands still.
 */
export class ReplaySource implements Source {
  readonly name = 'replay';
  readonly #options: ReplayOptions;
  readonly #health = new Map<string, ExchangeHealth>();

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** Before the recording, its first reference data; after it, the last. */
  reference(slot: Millis): ReferenceContent {
    let found: ReferenceContent | undefined;
    for (const recorded of this.#slots()) {
      if (found && recorded.slot > slot) break;
      found = recorded.reference;
    }
    return found ?? readBeginFrame(this.#options.files[0]!).reference;
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return new Map(this.#health);
  }

  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const { clock, onWarning } = this.#options;
    const untilAt = (at: Millis) =>
      clock.waitUntil(at, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    const { about } = readBeginFrame(this.#options.files[0]!);
    if (about !== undefined) onWarning('the recording does not contain prices of real markets', { about });
    let next = slotAfter(clock.now());
    for (const { slot, events, failures } of this.#slots()) {
      if (slot < next) continue;
      for (; next < slot; next += SLOT_MS) {
        const at = next - CUT_OFF_MS;
        await untilAt(at);
        if (signal.aborted) return;
        yield { kind: 'watermark', at, isGap: true };
      }
      for (const event of events) {
        await untilAt(event.kind === 'watermark' ? event.at : event.receivedAt);
        if (signal.aborted) return;
        if (event.kind === 'watermark') this.#failed(failures);
        else this.#delivered(event);
        yield event;
      }
      next = slot + SLOT_MS;
    }
    onWarning('the recording has ended: market time stands still', { slot: formatDatetime(next - SLOT_MS) });
    await untilAt(Infinity);
  }

  #delivered(event: SourceEvent): void {
    if (event.kind !== 'ticks') return;
    const known = this.#health.get(event.exchangeId) ?? { failing: 0, failures: 0 };
    this.#health.set(event.exchangeId, { ...known, lastDelivery: event.readAt ?? event.receivedAt });
  }

  /** Failures recorded with the slot. */
  #failed(rows: readonly FailureRow[]): void {
    for (const [id, failing, failures] of rows)
      this.#health.set(id, { ...this.#health.get(id), failing, failures });
  }

  /** The slots of all files, in order. Data after damage is skipped. */
  *#slots(): Generator<RecordedSlot> {
    for (const path of this.#options.files) yield* this.#slotsOf(path);
  }

  *#slotsOf(path: string): Generator<RecordedSlot> {
    let { reference } = readBeginFrame(path);
    const reader = new EventReader();
    const frames = framesOf(path);
    for (let frame = frames.next(); ; frame = frames.next()) {
      if (frame.done) {
        const { problem } = frame.value;
        if (problem !== undefined) this.#options.onWarning(`a recording ${problem}`, { path });
        return;
      }
      if (isBegin(frame.value)) continue;
      const { value } = frame;
      const events = isEventsFrame(value) ? eventsOf(reader, value) : undefined;
      if (!events) {
        this.#options.onWarning('a recording contains an invalid frame: the rest of the file is skipped', {
          path,
        });
        return;
      }
      const mark = events.findLast((event) => event.kind === 'watermark');
      if (mark)
        yield { slot: mark.at + CUT_OFF_MS, events, failures: (value as EventsFrame).failures, reference };
      const announced = events.findLast((event) => event.kind === 'reference');
      if (announced) reference = announced.data;
    }
  }
}

function isBegin(frame: unknown): boolean {
  return (frame as { readonly kind?: unknown } | null)?.kind === 'begin';
}

/** Undefined if the frame refers to an id or ticker that was never recorded. */
function eventsOf(reader: EventReader, frame: EventsFrame): SourceEvent[] | undefined {
  try {
    return reader.events(frame);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
