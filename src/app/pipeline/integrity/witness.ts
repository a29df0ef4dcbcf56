import type { SignedHead } from '../../../core/integrity-head.ts';
import { dayOfTick, formatDatetime, parseDatetime, type Millis } from '../../../core/time.ts';

export interface Witness {
  readonly head: SignedHead;
  /** The public key (base64url), if the witness contains it. */
  readonly publicKey?: string | undefined;
  /** An RFC 3161 token over the text of the head, DER in base64, if there is one. */
  readonly timestampToken?: string | undefined;
}

/** Part of a text looks like a witness but is not valid. */
export class MalformedWitness extends Error {
  override readonly name = 'MalformedWitness';
}

const TITLE = 'tidemark head v1';

/** The day that a head belongs to: YYYY-MM-DD. */
export function dayText(slot: Millis): string {
  return formatDatetime(dayOfTick(slot)).slice(0, 10);
}

/** A head in a form that survives mail, quoting and line wrapping. `witnessesIn` reads it. */
export function witnessText({ slot, recordHash, keyId, signature }: SignedHead, publicKey: string): string {
  return [
    TITLE,
    `day ${dayText(slot)}`,
    `slot ${formatDatetime(slot)}`,
    `record ${recordHash}`,
    `key ${keyId} ${publicKey}`,
    `signature ${signature}`,
    '',
  ].join('\n');
}

const QUOTE_MARKS = /^[ \t]*(?:>[ \t]*)+/gm;
const WITNESS =
  /^day (\d{4}-\d{2}-\d{2}) slot (\S+) record ([0-9a-f]{64}) key (\S+) ([\w-]{43}) signature ([\w-]{86})(?= |$)/;

/** All witnesses in a text, which may contain other text. Throws if a witness is incomplete. */
export function witnessesIn(text: string): Witness[] {
  const words = text.replaceAll(QUOTE_MARKS, '').replaceAll(/\s+/g, ' ');
  return words
    .split(`${TITLE} `)
    .slice(1)
    .map((rest, place) => readWitness(rest.trimEnd(), place + 1));
}

function readWitness(rest: string, number: number): Witness {
  const [, day, slotText = '', recordHash = '', keyId = '', publicKey, signature = ''] =
    WITNESS.exec(rest) ?? [];
  const slot = parseDatetime(slotText);
  if (slot === undefined)
    throw new MalformedWitness(
      `witness ${number} is incomplete: day, slot, record, key and signature must follow "${TITLE}"`,
    );
  if (day !== dayText(slot))
    throw new MalformedWitness(`witness ${number} is altered: its slot ${slotText} is not of the day ${day}`);
  return { head: { slot, recordHash, keyId, signature }, publicKey };
}
