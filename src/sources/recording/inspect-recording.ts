import { statSync } from '../../disk/files.ts';
import { CUT_OFF_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { SourceEvent } from '../source.ts';
import { EventReader, type BeginFrame, type EventsFrame } from './recorded-events.ts';
import { readBeginFrame, framesOf } from './recording-file.ts';

/** The data of one exchange in a file. */
export interface InspectedExchange {
  readonly id: string;
  /** Absent if the reference data do not contain it. */
  readonly name?: string;
  readonly batches: number;
  readonly tickers: number;
  readonly trades: number;
  readonly first?: Millis;
  readonly last?: Millis;
  /** Failed readings by the end of the file. */
  readonly failures: number;
}

/** Consecutive slots missing from a file, first and last. */
export interface SlotGap {
  readonly from: Millis;
  readonly to: Millis;
}

/** The content of one file of a recording. */
export interface InspectedRecording {
  readonly path: string;
  readonly bytes: number;
  readonly source: string;
  readonly origin: string;
  readonly version?: string;
  readonly about?: string;
  /** The first and the last slot; absent if there are none. */
  readonly from?: Millis;
  readonly to?: Millis;
  readonly slots: number;
  readonly gaps: readonly SlotGap[];
  /** Number of events by kind, and of the tickers and trades in them. */
  readonly events: Readonly<Record<string, number>>;
  readonly tickers: number;
  readonly trades: number;
  readonly exchanges: readonly InspectedExchange[];
  /** What is wrong with the file, and how many of its bytes are intact. */
  readonly damage?: { readonly problem: string; readonly soundBytes: number };
}

type MutableExchange = { -readonly [Name in keyof InspectedExchange]: InspectedExchange[Name] };

/** Reads a whole file; throws if it is not a recording. */
export function inspectRecording(path: string): InspectedRecording {
  const begin = readBeginFrame(path);
  const inspection = new Inspection(begin);
  const reader = new EventReader();
  const frames = framesOf(path);
  for (let frame = frames.next(); ; frame = frames.next()) {
    if (!frame.done) {
      if (frame.value.kind === 'events') inspection.take(frame.value, reader.events(frame.value));
      continue;
    }
    const { problem, soundBytes } = frame.value;
    const { source, origin, version, about } = begin;
    return {
      path,
      bytes: statSync(path).size,
      source,
      origin,
      ...(version !== undefined && { version }),
      ...(about !== undefined && { about }),
      ...inspection.result(),
      ...(problem !== undefined && { damage: { problem, soundBytes } }),
    };
  }
}

/** Slots missing between the files of one source, in order. The files may be in any order and may overlap. */
export function gapsBetween(files: readonly InspectedRecording[]): readonly SlotGap[] {
  const spans = files.flatMap(({ from, to, source }) =>
    from === undefined || to === undefined ? [] : [{ from, to, source }],
  );
  const gaps: SlotGap[] = [];
  const ends = new Map<string, Millis>();
  for (const { from, to, source } of spans.toSorted((a, b) => a.from - b.from)) {
    const end = ends.get(source);
    if (end !== undefined && from > end + SLOT_MS) gaps.push({ from: end + SLOT_MS, to: from - SLOT_MS });
    ends.set(source, Math.max(end ?? to, to));
  }
  return gaps;
}

class Inspection {
  readonly #names: ReadonlyMap<string, string>;
  readonly #exchanges = new Map<string, MutableExchange>();
  readonly #events = new Map<string, number>();
  readonly #gaps: SlotGap[] = [];
  #next: Millis;
  #first: Millis | undefined;
  #last: Millis | undefined;
  #slots = 0;

  constructor({ reference, after }: BeginFrame) {
    this.#names = new Map(reference.exchanges.map(({ id, name }) => [id, name]));
    this.#next = after + SLOT_MS;
  }

  take({ failures }: EventsFrame, events: readonly SourceEvent[]): void {
    for (const event of events) this.#event(event);
    for (const [id, , count] of failures) this.#exchange(id).failures = count;
  }

  result(): Pick<
    InspectedRecording,
    'from' | 'to' | 'slots' | 'gaps' | 'events' | 'tickers' | 'trades' | 'exchanges'
  > {
    const exchanges = [...this.#exchanges.values()].toSorted((a, b) =>
      (a.name ?? a.id) < (b.name ?? b.id) ? -1 : 1,
    );
    return {
      ...(this.#first !== undefined && { from: this.#first }),
      ...(this.#last !== undefined && { to: this.#last }),
      slots: this.#slots,
      gaps: this.#gaps,
      events: Object.fromEntries(this.#events),
      tickers: exchanges.reduce((sum, { tickers }) => sum + tickers, 0),
      trades: exchanges.reduce((sum, { trades }) => sum + trades, 0),
      exchanges,
    };
  }

  #event(event: SourceEvent): void {
    if (event.kind === 'watermark') {
      this.#slot(event.at + CUT_OFF_MS);
      return;
    }
    this.#events.set(event.kind, (this.#events.get(event.kind) ?? 0) + 1);
    if (event.kind === 'reference') return;
    const exchange = this.#exchange(event.exchangeId);
    exchange.batches += 1;
    if (event.kind === 'ticks' || event.kind === 'derivative-ticks') exchange.tickers += event.ticks.length;
    if (event.kind === 'trades') exchange.trades += event.trades.length;
    exchange.first ??= event.receivedAt;
    exchange.last = event.receivedAt;
  }

  #slot(slot: Millis): void {
    if (slot > this.#next) this.#gaps.push({ from: this.#next, to: slot - SLOT_MS });
    this.#next = slot + SLOT_MS;
    this.#first ??= slot;
    this.#last = slot;
    this.#slots += 1;
  }

  #exchange(id: string): MutableExchange {
    const known = this.#exchanges.get(id);
    if (known) return known;
    const name = this.#names.get(id);
    const exchange = {
      id,
      ...(name !== undefined && { name }),
      batches: 0,
      tickers: 0,
      trades: 0,
      failures: 0,
    };
    this.#exchanges.set(id, exchange);
    return exchange;
  }
}
