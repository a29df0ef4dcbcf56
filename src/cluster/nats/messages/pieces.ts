import { createHash } from 'node:crypto';
import type { Millis } from '../../../core/time.ts';
import type { Signature, TrustRefusal } from './message-trust.ts';

/**
 * A message is cut into pieces that a server accepts. Each starts with
 *
 *   0   4  "TMP2"
 *   4   8  the publisher: the begin of the SHA-256 of its process key; a random number if messages are not signed
 *   12  8  the number of the message among those of this publisher on this topic, from 1
 *   20  2  index of the piece
 *   22  2  number of pieces
 *   24  4  total bytes of the pieces
 *   28  1  1 if they are deflated
 *   29  3  unused
 *   32  8  when it was sent, in milliseconds since 1970
 *   40  32 the SHA-256 of those bytes
 *   72  8  the id of the role's key; zeros if the message is not signed
 *   80  32 the public key of the process that sent it (Ed25519)
 *   112 64 the signature of the role's key on that key
 *   176 64 the signature of the process key on the message
 *
 * Version 1.0 wrote "TMP1", without the last five. A change that nodes with these pieces cannot read gets the next number, and ends rolling
 * upgrades from the version before: see `message-format.ts` of the roles.
 */
export const MESSAGE_FORMAT = 'TMP2';
const MAGIC = Buffer.from(MESSAGE_FORMAT);
const OTHER_VERSION = /^TMP\d$/;
export const HEAD_BYTES = 240;
const DIGEST_AT = 40;
const KEY_AT = DIGEST_AT + 32;
const PROCESS_KEY_AT = KEY_AT + 8;
const CERTIFICATE_AT = PROCESS_KEY_AT + 32;
const SIGNATURE_AT = CERTIFICATE_AT + 64;

/** Far more than a refresh of the largest world. A message that claims more is not one of ours. */
export const MAX_MESSAGE_PIECES_BYTES = 256 * 1024 * 1024;
/** Limit of publishers with unfinished messages: the leader and several former leaders. */
const MAX_PUBLISHERS = 8;

export interface MessageId {
  readonly publisher: string;
  readonly number: number;
}

export interface WholeMessage extends MessageId, Signature {
  readonly bytes: Buffer;
  readonly deflated: boolean;
  readonly sentAt: Millis;
  /** SHA-256 of the bytes. */
  readonly digest: Buffer;
}

/**
 * Why a received message was not used. `other-version`: its publisher runs an incompatible version. `old-lease`: readings in it are of an exchange
 * that another collector reads under a newer lease. `too-many`: its sender asks more questions than one process may.
 */
export type MessageRefusal =
  | 'foreign'
  | 'other-version'
  | 'incomplete'
  | 'damaged'
  | 'too-large'
  | 'old-lease'
  | 'too-many'
  | TrustRefusal;

/** The pieces of a message, none larger than `largest`. */
export function cutIntoPieces(whole: WholeMessage, largest: number): Buffer[] {
  const { publisher, number, bytes, deflated, sentAt, digest, keyId, processKey, certificate, signature } =
    whole;
  const room = largest - HEAD_BYTES;
  if (room <= 0) throw new RangeError('the piece size is too small for any content');
  const count = Math.max(1, Math.ceil(bytes.length / room));
  if (count > 0xffff || bytes.length > MAX_MESSAGE_PIECES_BYTES)
    throw new RangeError('the message is too large');
  return Array.from({ length: count }, (_, index) => {
    const content = bytes.subarray(index * room, (index + 1) * room);
    const piece = Buffer.alloc(HEAD_BYTES + content.length);
    MAGIC.copy(piece);
    piece.write(publisher, 4, 'hex');
    piece.writeBigUInt64LE(BigInt(number), 12);
    piece.writeUInt16LE(index, 20);
    piece.writeUInt16LE(count, 22);
    piece.writeUInt32LE(bytes.length, 24);
    piece.writeUInt8(deflated ? 1 : 0, 28);
    piece.writeBigUInt64LE(BigInt(sentAt), 32);
    digest.copy(piece, DIGEST_AT);
    piece.write(keyId, KEY_AT, 'hex');
    processKey.copy(piece, PROCESS_KEY_AT);
    certificate.copy(piece, CERTIFICATE_AT);
    signature.copy(piece, SIGNATURE_AT);
    content.copy(piece, HEAD_BYTES);
    return piece;
  });
}

export interface PieceHead extends MessageId, Signature {
  readonly index: number;
  readonly count: number;
  readonly total: number;
  readonly deflated: boolean;
  readonly sentAt: Millis;
  readonly digest: Buffer;
}

/** Undefined if the bytes are not a piece. */
export function pieceHeadOf(piece: Uint8Array): PieceHead | undefined {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, 4).equals(MAGIC)) return undefined;
  const head = {
    publisher: bytes.toString('hex', 4, 12),
    number: Number(bytes.readBigUInt64LE(12)),
    index: bytes.readUInt16LE(20),
    count: bytes.readUInt16LE(22),
    total: bytes.readUInt32LE(24),
    deflated: bytes.readUInt8(28) === 1,
    sentAt: Number(bytes.readBigUInt64LE(32)),
    digest: bytes.subarray(DIGEST_AT, KEY_AT),
    keyId: bytes.toString('hex', KEY_AT, PROCESS_KEY_AT),
    processKey: bytes.subarray(PROCESS_KEY_AT, CERTIFICATE_AT),
    certificate: bytes.subarray(CERTIFICATE_AT, SIGNATURE_AT),
    signature: bytes.subarray(SIGNATURE_AT, HEAD_BYTES),
  };
  const isPossible =
    Number.isSafeInteger(head.number) &&
    Number.isSafeInteger(head.sentAt) &&
    head.index < head.count &&
    head.total <= MAX_MESSAGE_PIECES_BYTES;
  return isPossible ? head : undefined;
}

/** Classifies bytes that `pieceHeadOf` cannot read. */
export function classifyForeignBytes(piece: Uint8Array): 'foreign' | 'other-version' {
  const begin = Buffer.from(piece.subarray(0, MAGIC.length));
  return OTHER_VERSION.test(begin.toString('latin1')) && !begin.equals(MAGIC) ? 'other-version' : 'foreign';
}

interface UnderWay {
  readonly head: PieceHead;
  readonly contents: Buffer[];
  bytes: number;
}

export interface AssemblyLimits {
  /** Limit of publishers with unfinished messages. */
  readonly publishers?: number;
  /** Limit of the total size of a message. */
  readonly bytes?: number;
}

/**
 * Reassembles the pieces of one topic. Pieces of one publisher arrive in order or not at all: if a piece does not follow the previous
 * one, its message is reported as incomplete and dropped.
 */
export class Assembly {
  readonly #underWay = new Map<string, UnderWay>();
  readonly #refused: (refusal: MessageRefusal) => void;
  readonly #maxPublishers: number;
  readonly #maxBytes: number;
  /** Total size of all unfinished messages. */
  #bytes = 0;

  constructor(refused: (refusal: MessageRefusal) => void, limits: AssemblyLimits = {}) {
    this.#refused = refused;
    this.#maxPublishers = limits.publishers ?? MAX_PUBLISHERS;
    this.#maxBytes = limits.bytes ?? MAX_MESSAGE_PIECES_BYTES;
  }

  /** The message that this piece completes. */
  take(piece: Uint8Array): WholeMessage | undefined {
    const head = pieceHeadOf(piece);
    if (!head || head.total > this.#maxBytes) {
      this.#refused(head ? 'too-large' : classifyForeignBytes(piece));
      return undefined;
    }
    const known = this.#underWay.get(head.publisher);
    const follows = known !== undefined && isNext(known, head);
    if (known && !follows) this.#end(head.publisher, 'incomplete');
    if (!follows && head.index > 0) {
      // The start of the message was lost. If it was unfinished, `#end` has already reported it.
      if (!known) this.#refused('incomplete');
      return undefined;
    }
    const underWay = follows ? known : this.#begin(head);
    const added = piece.length - HEAD_BYTES;
    underWay.bytes += added;
    this.#bytes += added;
    if (underWay.bytes > head.total) {
      this.#end(head.publisher, 'damaged');
      return undefined;
    }
    this.#makeRoom(head.publisher);
    // A copy, because the transport may reuse its buffer.
    underWay.contents.push(Buffer.from(piece.subarray(HEAD_BYTES)));
    return head.index + 1 === head.count ? this.#whole(underWay) : undefined;
  }

  /** Limits all unfinished messages together to the size of one, so that a publisher that never finishes cannot hold memory. */
  #makeRoom(except: string): void {
    for (const publisher of this.#underWay.keys())
      if (this.#bytes > this.#maxBytes && publisher !== except) this.#end(publisher, 'incomplete');
  }

  #begin(head: PieceHead): UnderWay {
    const [oldest] = this.#underWay.keys();
    if (this.#underWay.size >= this.#maxPublishers && oldest !== undefined) this.#end(oldest, 'incomplete');
    const { digest, processKey, certificate, signature } = head;
    // A copy, because the transport may reuse its buffer.
    const own = {
      ...head,
      digest: Buffer.from(digest),
      processKey: Buffer.from(processKey),
      certificate: Buffer.from(certificate),
      signature: Buffer.from(signature),
    };
    const underWay = { head: own, contents: [], bytes: 0 };
    this.#underWay.set(head.publisher, underWay);
    return underWay;
  }

  #whole({ head, contents }: UnderWay): WholeMessage | undefined {
    this.#forget(head.publisher);
    const bytes = contents.length === 1 ? contents[0]! : Buffer.concat(contents);
    if (bytes.length !== head.total || !digestOf(bytes).equals(head.digest)) {
      this.#refused('damaged');
      return undefined;
    }
    const { index: _, count: __, total: ___, ...whole } = head;
    return { ...whole, bytes };
  }

  #end(publisher: string, refusal: MessageRefusal): void {
    this.#forget(publisher);
    this.#refused(refusal);
  }

  #forget(publisher: string): void {
    this.#bytes -= this.#underWay.get(publisher)?.bytes ?? 0;
    this.#underWay.delete(publisher);
  }
}

function isNext({ head, contents }: UnderWay, next: PieceHead): boolean {
  return (
    next.number === head.number &&
    next.index === contents.length &&
    next.count === head.count &&
    next.total === head.total &&
    next.deflated === head.deflated &&
    next.sentAt === head.sentAt &&
    next.keyId === head.keyId &&
    next.processKey.equals(head.processKey) &&
    next.certificate.equals(head.certificate) &&
    next.digest.equals(head.digest) &&
    next.signature.equals(head.signature)
  );
}

export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
