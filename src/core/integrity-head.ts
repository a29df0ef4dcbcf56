import { formatDatetime, type Millis } from './time.ts';

/** The head of the chain of tick records at one tick, signed by the service. */
export interface SignedHead {
  readonly slot: Millis;
  /** The hash of the tick's record. It covers all earlier records. */
  readonly recordHash: string;
  readonly keyId: string;
  /** The Ed25519 signature of `headText`, in base64url. */
  readonly signature: string;
}

export const HEAD_ALGORITHM = 'EdDSA' as const;

/** The text that is signed. */
export function headText({ slot, recordHash }: Pick<SignedHead, 'slot' | 'recordHash'>): string {
  return `tidemark-head:v1:${formatDatetime(slot)}:${recordHash}`;
}

/** The form that the API serves. */
export function servedHead({ slot, recordHash, keyId, signature }: SignedHead) {
  return { slot: formatDatetime(slot), recordHash, keyId, algorithm: HEAD_ALGORITHM, signature };
}

/** The signed heads of completed days, each of the day's last tick. */
export interface HeadReader {
  /** In chronological order. */
  heads(): Promise<readonly SignedHead[]>;
  /** The RFC 3161 token for `headText` (DER, base64), if the head has one. */
  timestampToken?(head: SignedHead): string | undefined;
}
