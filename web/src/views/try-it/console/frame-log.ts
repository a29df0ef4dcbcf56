import { countText } from '../../../format/number.ts';

/** What went over the wire, or happened to it. */
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
  /** Characters received. */
  readonly characters: number;
  /** How many of each event were received, in the order in which they first came. */
  readonly byEvent: ReadonlyMap<string, number>;
}

/** In a sentence, such as "12 received, 1 sent, 4,096 characters". */
export function countsText({ received, sent, characters }: Counts): string {
  const unit = characters === 1 ? 'character' : 'characters';
  return `${countText(received)} received, ${countText(sent)} sent, ${countText(characters)} ${unit}`;
}

/** The log keeps so many frames, of each so much. */
export const MOST_FRAMES = 500;
const MOST_CHARACTERS = 4000;

const EVENT = /"event"\s*:\s*"(\w+)"/;
export const eventOf = (text: string): string => EVENT.exec(text)?.[1] ?? '';

/** The last frames of a connection. What it takes in memory is bounded, however much comes. */
export class FrameLog {
  #frames: Frame[] = [];
  #number = 0;
  #received = 0;
  #sent = 0;
  #characters = 0;
  #byEvent = new Map<string, number>();

  add(kind: Frame['kind'], text: string, at: number): void {
    const event = kind === 'state' ? '' : eventOf(text);
    const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
    this.#frames.push({ number: ++this.#number, at, kind, text: shown, event });
    // Trimmed now and then, so that a burst does not move the whole list for each frame.
    if (this.#frames.length >= 2 * MOST_FRAMES) this.#frames = this.#frames.slice(-MOST_FRAMES);
    if (kind === 'sent') this.#sent++;
    if (kind !== 'received') return;
    this.#received++;
    this.#characters += text.length;
    this.#byEvent.set(event, (this.#byEvent.get(event) ?? 0) + 1);
  }

  /** Oldest first. */
  frames(): readonly Frame[] {
    return this.#frames.slice(-MOST_FRAMES);
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
