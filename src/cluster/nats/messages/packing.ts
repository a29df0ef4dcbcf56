import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import type { NatsConnection } from 'nats';
import type { MessageTrust } from './message-trust.ts';
import { cut, digestOf, type MessageId, type Refusal, type WholeMessage } from './pieces.ts';
import { decode, encode } from './wire.ts';

/** One that is smaller is sent as it is. */
const DEFLATED_FROM = 1024;
const LARGEST_PIECE = 512 * 1024;
const SERVER_TAKES = 1024 * 1024;

const deflated = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/** What a message is sent as. */
export interface Sent extends MessageId {
  readonly purpose: string;
  readonly trust: MessageTrust;
}

/** Plain data as one message, which is signed as a whole. Rejects with a TypeError where it is something else. */
export async function pack(
  content: unknown,
  { publisher, number, purpose, trust }: Sent,
): Promise<WholeMessage> {
  const plain = encode(content);
  const isLarge = plain.length >= DEFLATED_FROM;
  const bytes = isLarge ? await deflated(plain, { level: constants.Z_BEST_SPEED }) : plain;
  const signed = { publisher, number, deflated: isLarge, sentAt: trust.now(), digest: digestOf(bytes) };
  return { ...signed, bytes, ...trust.sign({ ...signed, purpose }) };
}

/** Rejects where the message says nothing that this version understands, or has more bytes than it may: a small one that claims to be large is none of ours. */
export async function unpack(
  { deflated: isDeflated, bytes }: WholeMessage,
  mostBytes: number,
): Promise<unknown> {
  return decode(isDeflated ? await inflated(bytes, { maxOutputLength: mostBytes }) : bytes);
}

/** Why `unpack` has rejected. */
export function refusalOf(error: unknown): Refusal {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'damaged';
}

/** The pieces of a message that the servers of a connection take. */
export function piecesFor({ info }: NatsConnection, whole: WholeMessage): Buffer[] {
  return cut(whole, Math.min(LARGEST_PIECE, info?.max_payload ?? SERVER_TAKES));
}
