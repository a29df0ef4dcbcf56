import { formatDatetime, type Millis } from './time.ts';

/** The end of the chain of tick records at a tick, signed by the service. */
export interface SignedHead {
  readonly slot: Millis;
  /** Of the tick's record: it stands for all records before it. */
  readonly recordHash: string;
  readonly keyId: string;
  /** Ed25519 of `headText`, base64url. */
  readonly signature: string;
}

export const HEAD_ALGORITHM = 'EdDSA' as const;

/** What is signed. */
export function headText({ slot, recordHash }: Pick<SignedHead, 'slot' | 'recordHash'>): string {
  return `tidemark-head:v1:${formatDatetime(slot)}:${recordHash}`;
}

/** As it is served. */
export function shownHead({ slot, recordHash, keyId, signature }: SignedHead) {
  return { slot: formatDatetime(slot), recordHash, keyId, algorithm: HEAD_ALGORITHM, signature };
}

/** The signed heads of days that are over: of the last tick of each. */
export interface HeadReader {
  /** In the order of time. */
  heads(): Promise<readonly SignedHead[]>;
  /** The RFC 3161 token over `headText` (DER, base64), if the head has one. */
  timestampToken?(head: SignedHead): string | undefined;
}
