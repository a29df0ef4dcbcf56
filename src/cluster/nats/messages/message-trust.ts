import type { Millis } from '../../../core/time.ts';

/** The content that a signature covers: everything that a receiver relies on. */
export interface SignedContent {
  /** What the message is for: a topic, a question, or the answer to one question. The signature is not valid for anything else. */
  readonly purpose: string;
  readonly publisher: string;
  readonly number: number;
  readonly deflated: boolean;
  readonly sentAt: Millis;
  /** SHA-256 of the bytes. */
  readonly digest: Buffer;
}

export interface Signature {
  /** The key of a role that vouches for the sending process: 16 hexadecimal digits, all zero if the message is not signed. */
  readonly keyId: string;
  /** The public key of the sending process. The publisher is derived from it, so that no other process can use that name. */
  readonly processKey: Buffer;
  /** The signature of the role's key on the process key. */
  readonly certificate: Buffer;
  /** The signature of the process key on the message. */
  readonly signature: Buffer;
}

/**
 * Why a message was rejected.
 *
 * - `unsigned`: it has no signature.
 * - `unknown-key`: none of the public keys of this node has signed it.
 * - `wrong-role`: it was signed by a role that may not send it.
 * - `bad-signature`: the signature does not match the message.
 * - `wrong-publisher`: it names another process than the one that signed it.
 * - `old`: it was sent too long ago, or before a known newer one: a replay, or a wrong clock.
 * - `future`: it is dated in the future: a clock is wrong.
 * - `repeated`: it has arrived before.
 * - `out-of-order`: a message with the same or a greater number has arrived from its publisher: it was sent again or overtaken.
 * - `jump`: its number is implausibly far beyond that of the previous message.
 */
export type TrustRefusal =
  | 'unsigned'
  | 'unknown-key'
  | 'wrong-role'
  | 'bad-signature'
  | 'wrong-publisher'
  | 'old'
  | 'future'
  | 'repeated'
  | 'out-of-order'
  | 'jump';

/** Signs the messages that this process sends, and verifies the senders of those it receives. */
export interface MessageTrust {
  /** The name under which this process publishes; absent if it may choose any. */
  readonly publisher?: string;
  /** The clock that dates and checks messages. */
  readonly now: () => Millis;
  sign(content: SignedContent): Signature;
  /** Undefined if one of these roles signed the message. */
  refusal(content: SignedContent, signature: Signature, roles: readonly string[]): TrustRefusal | undefined;
  /** The role whose key a verified signature names; undefined if messages are not signed. */
  roleOf(signature: Pick<Signature, 'keyId'>): string | undefined;
}

/** The process that sent a message, by its verified signature. */
export interface VerifiedSender {
  readonly role: string;
  /** The id of the process. */
  readonly publisher: string;
}

/** The signature of a process that signs nothing. */
export const UNSIGNED: Signature = {
  keyId: '0'.repeat(16),
  processKey: Buffer.alloc(32),
  certificate: Buffer.alloc(64),
  signature: Buffer.alloc(64),
};

/** For nodes that trust each other: messages are not signed or dated, and all are accepted. */
export const NO_TRUST: MessageTrust = {
  now: () => 0,
  sign: () => UNSIGNED,
  refusal: () => undefined,
  roleOf: () => undefined,
};

export const topicPurpose = (bus: string, topic: string) => `${bus} topic ${topic}`;
export const questionPurpose = (bus: string, question: string) => `${bus} question ${question}`;
/** An answer is valid for one question of one process. */
export const answerPurpose = (
  bus: string,
  question: string,
  { publisher, number }: { readonly publisher: string; readonly number: number },
) => `${bus} answer ${question} ${publisher} ${number}`;
