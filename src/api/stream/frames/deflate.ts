import { constants, deflateRawSync } from 'node:zlib';
import type { PerMessageDeflateOptions } from 'ws';
import type { Millis } from '../../../core/time.ts';
import type { Batch, CurrentValue } from '../channels/channel.ts';
import { deflatedFrame, payloadOf } from './frame.ts';
import { FrameTable } from './frame-sheet.ts';
import type { Membership } from '../channels/membership.ts';

/** Messages are short, so a larger window would not help, and every client accepts this one. */
const WINDOW_BITS = 9;
/** The end of a synchronised block; permessage-deflate leaves it out. */
const TAIL_LENGTH = 4;

/**
 * Messages are compressed independently, so that all clients get the same bytes and need no memory between
 * messages.
 */
export const DEFLATE_OPTIONS: PerMessageDeflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: WINDOW_BITS,
};

/** An offer with an even smaller window cannot be met: such a client gets no compression. */
const UNMET_OFFER = /server_max_window_bits\s*=\s*"?8/;

export function canDeflateFor(offer: string): boolean {
  return !UNMET_OFFER.test(offer);
}

function deflated(frame: Buffer): Buffer {
  const bytes = deflateRawSync(payloadOf(frame), {
    windowBits: WINDOW_BITS,
    memLevel: 4,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  return deflatedFrame(bytes.subarray(0, bytes.length - TAIL_LENGTH));
}

/** A batch for clients with compression: each message is compressed once, on first demand. */
export class DeflatedBatch implements Batch {
  readonly #plain: Batch;
  readonly #messages = new Map<number, readonly Buffer[]>();
  readonly #groups = new Map<number, FrameTable>();

  constructor(plain: Batch) {
    this.#plain = plain;
  }

  get at(): Millis | undefined {
    return this.#plain.at;
  }

  get membership(): Membership | undefined {
    return this.#plain.membership;
  }

  /** Compresses message by message; the caller may pause in between. */
  *prepare(items: Iterable<number>): Generator<void> {
    for (const item of items) {
      if (this.#messages.has(item)) continue;
      this.#messages.set(item, this.#plain.messagesOf(item).map(deflated));
      yield;
    }
  }

  *prepareGroup(group: number): Generator<void> {
    if (this.#groups.has(group)) return;
    yield* this.prepare(this.#plain.itemsOf(group));
    const frames: Buffer[] = [];
    for (const item of this.#plain.itemsOf(group)) frames.push(...(this.#messages.get(item) ?? []));
    this.#groups.set(group, FrameTable.joined(frames));
  }

  /** Messages that are not compressed yet are sent uncompressed, which the protocol allows. */
  messagesOf(item: number): readonly Buffer[] {
    return this.#messages.get(item) ?? this.#plain.messagesOf(item);
  }

  frameOf(item: number): Buffer | undefined {
    const messages = this.#messages.get(item);
    if (!messages) return this.#plain.frameOf(item);
    return messages.length > 1 ? Buffer.concat(messages) : messages[0];
  }

  piecesOf(group: number): readonly Buffer[] {
    return this.#groups.get(group)?.pieces ?? this.#plain.piecesOf(group);
  }

  countOf(group: number): number {
    return this.#plain.countOf(group);
  }

  itemsOf(group: number): Iterable<number> {
    return this.#plain.itemsOf(group);
  }

  currentOf(item: number): CurrentValue | undefined {
    return this.#plain.currentOf(item);
  }
}
