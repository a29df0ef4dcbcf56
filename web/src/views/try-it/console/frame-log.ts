import { countText } from '../../../format/number.ts';

/** A frame sent or received, or an event of the connection. */
export interface Frame {
  /** Counted from 1 since the log was cleared. */
  readonly number: number;
  readonly at: number;
  readonly kind: 'sent' | 'received' | 'state';
  readonly text: string;
  readonly event: string;
}

export interface Counts {
  readonly received: number;
  readonly sent: number;
  /** Number of characters received. */
  readonly characters: number;
  /** Number of received messages by event, in the order of their first occurrence. */
  readonly byEvent: ReadonlyMap<string, number>;
}

/** In a sentence, such as "12 received, 1 sent, 4,096 characters". */
export function countsText({ received, sent, characters }: Counts): string {
  const unit = characters === 1 ? 'character' : 'characters';
  return `${countText(received)} received, ${countText(sent)} sent, ${countText(characters)} ${unit}`;
}

/** Maximum number of frames in the log, and maximum length of each. */
export const MAX_FRAMES = 500;
const MAX_CHARACTERS = 4000;

const EVENT = /"event"\s*:\s*"(\w+)"/;
export const eventOf = (text: string): string => EVENT.exec(text)?.[1] ?? '';

/** The last frames of a connection, in bounded memory. */
export class FrameLog {
  #frames: Frame[] = [];
  #number = 0;
  #received = 0;
  #sent = 0;
  #characters = 0;
  #byEvent = new Map<string, number>();

  add(kind: Frame['kind'], text: string, at: number): void {
    const event = kind === 'state' ? '' : eventOf(text);
    const shown = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} …` : text;
    this.#frames.push({ number: ++this.#number, at, kind, text: shown, event });
    // Trimmed in batches, so that a burst does not move the whole list for each frame.
    if (this.#frames.length >= 2 * MAX_FRAMES) this.#frames = this.#frames.slice(-MAX_FRAMES);
    if (kind === 'sent') this.#sent++;
    if (kind !== 'received') return;
    this.#received++;
    this.#characters += text.length;
    this.#byEvent.set(event, (this.#byEvent.get(event) ?? 0) + 1);
  }

  /** Oldest first. */
  frames(): readonly Frame[] {
    return this.#frames.slice(-MAX_FRAMES);
  }

  counts(): Counts {
    return {
      received: this.#received,
      sent: this.#sent,
      characters: this.#characters,
      byEvent: new Map(this.#byEvent),
    };
  }

  clear(): void {
    this.#frames = [];
    this.#number = this.#received = this.#sent = this.#characters = 0;
    this.#byEvent.clear();
  }
}
