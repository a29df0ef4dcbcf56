import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import type { NatsConnection } from 'nats';
import type { MessageTrust } from './message-trust.ts';
import { cutIntoPieces, digestOf, type MessageId, type MessageRefusal, type WholeMessage } from './pieces.ts';
import { decode, encode } from './wire.ts';

/** Smaller messages are sent uncompressed. */
const DEFLATED_FROM = 1024;
const LARGEST_PIECE = 512 * 1024;
const SERVER_TAKES = 1024 * 1024;

const deflated = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Identity of a message to send, with its purpose and signer. */
export interface OutgoingMessage extends MessageId {
  readonly purpose: string;
  readonly trust: MessageTrust;
}

/** Encodes plain data as one signed message. Rejects with a TypeError if the content is not plain data. */
export async function packMessage(
  content: unknown,
  { publisher, number, purpose, trust }: OutgoingMessage,
): Promise<WholeMessage> {
  const plain = encode(content);
  const isLarge = plain.length >= DEFLATED_FROM;
  const bytes = isLarge ? await deflated(plain, { level: constants.Z_BEST_SPEED }) : plain;
  const signed = { publisher, number, deflated: isLarge, sentAt: trust.now(), digest: digestOf(bytes) };
  return { ...signed, bytes, ...trust.sign({ ...signed, purpose }) };
}

/** Rejects if this version cannot read the message, or if it inflates to more than `maxBytes`. */
export async function unpackMessage(
  { deflated: isDeflated, bytes }: WholeMessage,
  maxBytes: number,
): Promise<unknown> {
  return decode(isDeflated ? await inflated(bytes, { maxOutputLength: maxBytes }) : bytes);
}

/** Why `unpack` rejected. */
export function refusalOf(error: unknown): MessageRefusal {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'damaged';
}

/** Cuts a message into pieces that the servers of a connection accept. */
export function piecesFor({ info }: NatsConnection, whole: WholeMessage): Buffer[] {
  return cutIntoPieces(whole, Math.min(LARGEST_PIECE, info?.max_payload ?? SERVER_TAKES));
}
