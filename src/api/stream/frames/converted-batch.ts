import type { Millis } from '../../../core/time.ts';
import type { Batch, CurrentValue } from '../channels/channel.ts';
import type { Membership } from '../channels/membership.ts';
import type { Conversion } from './message-form.ts';

/** A batch in another form than websocket frames: each message is converted once for all clients, on first demand. */
export class ConvertedBatch implements Batch {
  readonly #plain: Batch;
  readonly #convert: Conversion;
  readonly #frames = new Map<number, Buffer>();
  readonly #groups = new Map<number, readonly Buffer[]>();

  constructor(plain: Batch, convert: Conversion) {
    this.#plain = plain;
    this.#convert = convert;
  }

  get at(): Millis | undefined {
    return this.#plain.at;
  }

  get membership(): Membership | undefined {
    return this.#plain.membership;
  }

  /** Converts piece by piece; the caller may pause in between. */
  *prepareGroup(group: number): Generator<void> {
    if (this.#groups.has(group)) return;
    const pieces: Buffer[] = [];
    for (const piece of this.#plain.piecesOf(group)) {
      pieces.push(this.#convert(piece));
      yield;
    }
    this.#groups.set(group, pieces);
  }

  frameOf(item: number): Buffer | undefined {
    const known = this.#frames.get(item);
    if (known) return known;
    const plain = this.#plain.frameOf(item);
    if (!plain) return undefined;
    const frame = this.#convert(plain);
    this.#frames.set(item, frame);
    return frame;
  }

  messagesOf(item: number): readonly Buffer[] {
    return this.#plain.messagesOf(item).map((frame) => this.#convert(frame));
  }

  piecesOf(group: number): readonly Buffer[] {
    // A session that is brought up to date does not wait for the turns in between.
    for (const _ of this.prepareGroup(group));
    return this.#groups.get(group)!;
  }

  countOf(group: number): number {
    return this.#plain.countOf(group);
  }

  itemsOf(group: number): Iterable<number> {
    return this.#plain.itemsOf(group);
  }

  currentOf(item: number): CurrentValue | undefined {
    const current = this.#plain.currentOf(item);
    return current && { at: current.at, frame: this.#convert(current.frame) };
  }
}
