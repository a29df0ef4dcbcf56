import { formatDatetime, type Millis } from '../../../core/time.ts';
import { frameLength, payloadOf } from './frame.ts';

const LINE_END = 0x0a;

/** A line that clients ignore: it keeps the connection open. */
export const COMMENT = Buffer.from(':\n\n');
/** Ends an event that has no id. */
export const EVENT_END = Buffer.from('\n');

/**
 * What precedes the text of an event. The empty line ends the event before it, so that every event is the same bytes for
 * every client, and only the end of a slot is written per client.
 */
export function eventOpening(event: string): Buffer {
  return Buffer.from(`\nevent: ${event}\ndata: `);
}

/** The messages of whole frames as events, the last of them without its end. */
export function eventsOf(frames: Buffer, opening: Buffer): Buffer {
  const payloads: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < frames.length;) {
    const end = at + frameLength(frames, at);
    const payload = payloadOf(frames.subarray(at, end));
    payloads.push(payload);
    length += opening.length + payload.length + 1;
    at = end;
  }
  const events = Buffer.allocUnsafe(length);
  let at = 0;
  for (const payload of payloads) {
    events.set(opening, at);
    events.set(payload, at + opening.length);
    at += opening.length + payload.length;
    events[at++] = LINE_END;
  }
  return events;
}

/** Ends the last event of a slot. */
export class SlotEnds {
  #at: Millis = Number.NaN;
  #bytes = EVENT_END;

  /** All clients get the same, so the last one is cached. */
  of(at: Millis): Buffer {
    if (at !== this.#at) {
      this.#at = at;
      this.#bytes = Buffer.from(`id: ${formatDatetime(at)}\n\n`);
    }
    return this.#bytes;
  }
}
