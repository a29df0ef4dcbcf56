import type { Batch, CurrentValue } from '../channels/channel.ts';
import type { Membership } from '../channels/membership.ts';
import { frameLength, headerLength, payloadOf, writeHeader } from './frame.ts';

/** Changes the text of a message; each character is one byte. */
export type MessageEdit = (text: string) => string;

/** The same frames, which follow each other, with the text of each edited. */
export function editedFrames(frames: Buffer, edit: MessageEdit): Buffer {
  const edited: Buffer[] = [];
  for (let at = 0; at < frames.length;) {
    const end = at + frameLength(frames, at);
    edited.push(editedFrame(frames.subarray(at, end), edit));
    at = end;
  }
  return edited.length === 1 ? edited[0]! : Buffer.concat(edited);
}

function editedFrame(frame: Buffer, edit: MessageEdit): Buffer {
  const text = edit(payloadOf(frame).toString('latin1'));
  const target = Buffer.allocUnsafe(headerLength(text.length) + text.length);
  target.write(text, writeHeader(target, 0, text.length), 'latin1');
  return target;
}

/** A batch for clients that get edited messages: each is edited once, on first demand. */
export class EditedBatch implements Batch {
  readonly #plain: Batch;
  readonly #edit: MessageEdit;
  readonly #frames = new Map<number, Buffer>();
  readonly #groups = new Map<number, readonly Buffer[]>();

  constructor(plain: Batch, edit: MessageEdit) {
    this.#plain = plain;
    this.#edit = edit;
  }

  get membership(): Membership | undefined {
    return this.#plain.membership;
  }

  /** Edits piece by piece; the caller may pause in between. */
  *prepareGroup(group: number): Generator<void> {
    if (this.#groups.has(group)) return;
    const pieces: Buffer[] = [];
    for (const piece of this.#plain.piecesOf(group)) {
      pieces.push(editedFrames(piece, this.#edit));
      yield;
    }
    this.#groups.set(group, pieces);
  }

  frameOf(item: number): Buffer | undefined {
    const known = this.#frames.get(item);
    if (known) return known;
    const plain = this.#plain.frameOf(item);
    if (!plain) return undefined;
    const frame = editedFrames(plain, this.#edit);
    this.#frames.set(item, frame);
    return frame;
  }

  messagesOf(item: number): readonly Buffer[] {
    return this.#plain.messagesOf(item).map((frame) => editedFrames(frame, this.#edit));
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
    return current && { at: current.at, frame: editedFrames(current.frame, this.#edit) };
  }
}
