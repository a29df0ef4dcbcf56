import type { Millis } from '../../../core/time.ts';

/** What a signature covers: all that a receiver relies on. */
export interface SignedContent {
  /** What the message is for: a topic, a question, or the answer to one question. A signature counts for nothing else. */
  readonly purpose: string;
  readonly publisher: string;
  readonly number: number;
  readonly deflated: boolean;
  readonly sentAt: Millis;
  /** SHA-256 of the bytes. */
  readonly digest: Buffer;
}

export interface Signature {
  /** 16 hexadecimal digits; all zero if the message is not signed. */
  readonly keyId: string;
  readonly signature: Buffer;
}

/**
 * Why a message was refused.
 *
 * - `unsigned`: it has no signature.
 * - `unknown-key`: none of the public keys of this node has signed it.
 * - `wrong-role`: it was signed by a role that may not send it.
 * - `bad-signature`: the signature does not fit the message.
 * - `old`: it was sent too long ago, or before what is known: a replay, or a clock that is wrong.
 * - `future`: it was sent later than now: a clock is wrong.
 * - `repeated`: it has arrived before.
 */
export type TrustRefusal =
  | 'unsigned'
  | 'unknown-key'
  | 'wrong-role'
  | 'bad-signature'
  | 'old'
  | 'future'
  | 'repeated';

/** Signs what this process sends and checks who sent what it receives. */
export interface MessageTrust {
  /** By which messages are dated and checked. */
  readonly now: () => Millis;
  sign(content: SignedContent): Signature;
  /** Undefined if one of these roles has signed it. */
  refusal(content: SignedContent, signature: Signature, roles: readonly string[]): TrustRefusal | undefined;
}

/** The signature of a process that signs nothing. */
export const UNSIGNED: Signature = { keyId: '0'.repeat(16), signature: Buffer.alloc(64) };

/** Nodes that trust each other: nothing is signed or dated, and everything is accepted. */
export const NO_TRUST: MessageTrust = {
  now: () => 0,
  sign: () => UNSIGNED,
  refusal: () => undefined,
};

export const topicPurpose = (bus: string, topic: string) => `${bus} topic ${topic}`;
export const questionPurpose = (bus: string, question: string) => `${bus} question ${question}`;
/** An answer counts for one question of one process. */
export const answerPurpose = (
  bus: string,
  question: string,
  { publisher, number }: { readonly publisher: string; readonly number: number },
) => `${bus} answer ${question} ${publisher} ${number}`;
