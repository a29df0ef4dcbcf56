import type { ReferenceContent } from '../../core/reference-data.ts';
import type { ExchangeTick } from '../../core/tick.ts';
import type { Millis } from '../../core/time.ts';
import type { ExchangeBatch, SourceEvent, TickBatch } from '../source.ts';

/** The first frame of a file, with everything that the later events refer to. */
export interface BeginFrame {
  readonly kind: 'begin';
  /** The recorded source, and the kind of its data. */
  readonly source: string;
  readonly origin: string;
  /** Version of Tidemark that wrote it. */
  readonly version?: string;
  /** Note on its values, if they need one: `made-up values ...`. */
  readonly about?: string;
  /** The slot before the first completely recorded one. */
  readonly after: Millis;
  readonly reference: ReferenceContent;
}

/**
 * A ticker: market, numbers, how long before its arrival it moved and, if the exchange reports it as old, how long
 * before its arrival it was made. A single number: the same as the previous ticker of that market.
 */
type Row =
  | number
  | readonly [
      market: number,
      last: string,
      volume: string | null,
      bid: string | null,
      ask: string | null,
      movedBefore: number,
      asOfBefore?: number,
    ];

interface RecordedRows {
  readonly kind: 'rows';
  readonly exchange: number;
  readonly at: Millis;
  /** When the exchange was read, if not at `at`. */
  readonly readAt?: Millis;
  readonly rows: readonly Row[];
}

type RecordedEvent = RecordedRows | Exclude<SourceEvent, TickBatch>;

/** Events up to a watermark. */
export interface EventsFrame {
  readonly kind: 'events';
  /** Ids used for the first time, in the order of their numbers. */
  readonly ids: readonly string[];
  readonly events: readonly RecordedEvent[];
  /** Exchanges with failed readings: how many in a row and in total. */
  readonly failures: readonly FailureRow[];
}

export type FailureRow = readonly [exchangeId: string, failing: number, failures: number];

export type Frame = BeginFrame | EventsFrame;

/** Numbers of ids and the last ticker of each listing; writer and reader hold the same. */
class Memory {
  readonly ids: string[] = [];
  readonly shown = new Map<string, ExchangeTick>();
}

/** Encodes events as frames. An unchanged ticker takes a single number; otherwise all its values are written. */
export class EventWriter {
  readonly #memory = new Memory();
  readonly #numbers = new Map<string, number>();

  frame(events: readonly SourceEvent[], failures: readonly FailureRow[]): EventsFrame {
    const known = this.#memory.ids.length;
    const recorded = events.map((event) => (event.kind === 'ticks' ? this.#rows(event) : event));
    return { kind: 'events', ids: this.#memory.ids.slice(known), events: recorded, failures };
  }

  #rows({ exchangeId, receivedAt, readAt, ticks }: TickBatch): RecordedRows {
    const rows = ticks.map((tick) => this.#row(tick, receivedAt));
    const read = readAt === undefined ? {} : { readAt };
    return { kind: 'rows', exchange: this.#number(exchangeId), at: receivedAt, ...read, rows };
  }

  #row(tick: ExchangeTick, at: Millis): Row {
    const { exchangeId, marketId, last, volume = null, bid = null, ask = null, lastMoved, asOf } = tick;
    const market = this.#number(marketId);
    const key = `${exchangeId} ${marketId}`;
    const before = this.#memory.shown.get(key);
    this.#memory.shown.set(key, tick);
    if (before && isSame(before, tick)) return market;
    return asOf === undefined
      ? [market, last, volume, bid, ask, at - lastMoved]
      : [market, last, volume, bid, ask, at - lastMoved, at - asOf];
  }

  #number(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#memory.ids.push(id) - 1;
    this.#numbers.set(id, number);
    return number;
  }
}

/** Decodes what `EventWriter` encodes. */
export class EventReader {
  readonly #memory = new Memory();

  events({ ids, events }: EventsFrame): SourceEvent[] {
    this.#memory.ids.push(...ids);
    return events.map((event) => (event.kind === 'rows' ? this.#batch(event) : event));
  }

  #batch({ exchange, at, readAt, rows }: RecordedRows): ExchangeBatch {
    const exchangeId = this.#id(exchange);
    return {
      kind: 'ticks',
      exchangeId,
      receivedAt: at,
      ...(readAt === undefined ? {} : { readAt }),
      ticks: rows.map((row) => this.#tick(exchangeId, row, at)),
    };
  }

  #tick(exchangeId: string, row: Row, at: Millis): ExchangeTick {
    const marketId = this.#id(typeof row === 'number' ? row : row[0]);
    const key = `${exchangeId} ${marketId}`;
    const tick =
      typeof row === 'number' ? this.#memory.shown.get(key) : tickOf(exchangeId, marketId, row, at);
    if (!tick) throw new RangeError('a row repeats a ticker that was never recorded');
    this.#memory.shown.set(key, tick);
    return tick;
  }

  #id(number: number): string {
    const id = this.#memory.ids[number];
    if (id === undefined) throw new RangeError('an event refers to an id that was never recorded');
    return id;
  }
}

function tickOf(
  exchangeId: string,
  marketId: string,
  [, last, volume, bid, ask, movedBefore, asOfBefore]: Exclude<Row, number>,
  at: Millis,
): ExchangeTick {
  return {
    exchangeId,
    marketId,
    last,
    ...(volume === null ? {} : { volume }),
    ...(bid === null ? {} : { bid }),
    ...(ask === null ? {} : { ask }),
    lastMoved: at - movedBefore,
    ...(asOfBefore === undefined ? {} : { asOf: at - asOfBefore }),
  };
}

function isSame(a: ExchangeTick, b: ExchangeTick): boolean {
  return (
    a.last === b.last &&
    a.volume === b.volume &&
    a.bid === b.bid &&
    a.ask === b.ask &&
    a.lastMoved === b.lastMoved &&
    a.asOf === b.asOf
  );
}
