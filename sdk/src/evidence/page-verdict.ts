import { verifyHead, type HeadVerdict } from '../verify/verify-head.ts';
import type { IntegrityHead } from '../contract.ts';
import { isProvable, type Verdict } from '../verify/verify-receipt.ts';
import type { Evidence } from './evidence.ts';

/** Verified, refuted, or unknown. */
export type State = 'right' | 'wrong' | 'doubt';

/** The result of one check. */
export interface Part {
  readonly name: 'value' | 'inputs' | 'signature' | 'record' | 'day';
  readonly state: State;
  readonly said: string;
}

/** The head that covers the receipt: the one that its proof leads to. */
export function headIn({ receipt, head }: Evidence): IntegrityHead | undefined {
  return receipt.proof?.head ?? head;
}

/**
 * Checks `headIn`, and also the head next to the receipt if that is another one, because a reader may use it.
 * Undefined if the file has no head or no keys.
 */
export async function signatureIn(given: Evidence): Promise<HeadVerdict | undefined> {
  const { head: beside, keys } = given;
  const head = headIn(given);
  if (!head || !keys) return undefined;
  const verdict = await verifyHead(head, keys);
  if (!verdict.isRight || beside === undefined || isSame(beside, head)) return verdict;
  if (beside.slot === head.slot)
    return {
      isRight: false,
      isChecked: true,
      because: 'beside the receipt the file has another head of the same tick than its proof',
    };
  const other = await verifyHead(beside, keys);
  if (other.isRight) return verdict;
  return { ...other, because: `the head beside the receipt is not that of its proof: ${other.because}` };
}

function isSame(one: IntegrityHead, other: IntegrityHead): boolean {
  const names = ['slot', 'recordHash', 'keyId', 'algorithm', 'signature'] as const;
  return names.every((name) => one[name] === other[name]);
}

/** `signature`: the result of `signatureIn`. `keysFrom`: where the keys came from. */
export function partsOf(
  given: Evidence,
  value: Verdict,
  signature: HeadVerdict | undefined,
  keysFrom = 'this file',
): readonly Part[] {
  const { receipt } = given;
  const head = headIn(given);
  return [
    valuePart(value),
    inputsPart(receipt, value),
    signaturePart(head, signature, keysFrom),
    ...(head ? [recordPart(receipt, value, head)] : []),
    ...(head ? dayPart(receipt, value, head) : []),
  ];
}

/** One line: which parts are verified and which are not. */
export function headlineOf(parts: readonly Part[]): string {
  const named = (wanted: State) =>
    parts
      .filter(({ state }) => state === wanted)
      .map(({ name }) => name)
      .join(', ');
  const clauses = [
    ['Failed', named('wrong')],
    ['Not shown', named('doubt')],
    ['Holds', named('right')],
  ];
  return clauses.flatMap(([how, names]) => (names ? [`${how}: ${names}`] : [])).join('. ');
}

/** Right only if every part is. */
export function stateOf(parts: readonly Part[]): State {
  const has = (wanted: State) => parts.some(({ state }) => state === wanted);
  return has('wrong') ? 'wrong' : has('doubt') ? 'doubt' : 'right';
}

function valuePart({ isRight, isChecked, differences }: Verdict): Part {
  const name = 'value';
  if (isRight)
    return {
      name,
      state: 'right',
      said: 'recomputed from its inputs: equal to the last digit',
    };
  if (!isChecked)
    return {
      name,
      state: 'doubt',
      said: 'not recomputed: its methodology is newer than this code',
    };
  return {
    name,
    state: 'wrong',
    said: `recomputed from its inputs: different in ${differences.length} field(s)`,
  };
}

/** Whether the text of the file belongs to the record. */
function inputsPart(receipt: Evidence['receipt'], { isBound, isRight }: Verdict): Part {
  const name = 'inputs';
  if (isBound)
    return {
      name,
      state: 'right',
      said: 'the value and every input in this file are part of the record of the tick',
    };
  if (receipt.proof !== undefined && !isRight)
    return {
      name,
      state: 'wrong',
      said: 'the value and the inputs in this file are NOT part of the record of the tick',
    };
  return isProvable(receipt)
    ? {
        name,
        state: 'doubt',
        said: 'not bound: the file has no proof that its inputs belong to the record of the tick',
      }
    : {
        name,
        state: 'doubt',
        said: 'not bound: records before methodology 3 do not show which inputs belong to them',
      };
}

function signaturePart(
  head: IntegrityHead | undefined,
  verdict: HeadVerdict | undefined,
  keysFrom: string,
): Part {
  const name = 'signature';
  if (!head) return { name, state: 'doubt', said: 'missing: the file has no signed head' };
  if (!verdict) return { name, state: 'doubt', said: 'not checked: the file has no keys' };
  if (verdict.isRight)
    return { name, state: 'right', said: `valid, by the key ${head.keyId} in ${keysFrom}` };
  const { isChecked, because = '' } = verdict;
  return isChecked
    ? { name, state: 'wrong', said: `INVALID: ${because}` }
    : { name, state: 'doubt', said: `not checked: ${because}` };
}

function recordPart(receipt: Evidence['receipt'], { isBound }: Verdict, head: IntegrityHead): Part {
  const name = 'record';
  const { slot, recordHash } = head;
  if (slot === receipt.timestamp)
    return recordHash === receipt.recordHash
      ? { name, state: 'right', said: 'the signed head is of this tick and names the same record' }
      : { name, state: 'wrong', said: 'the signed head is of this tick and names ANOTHER record' };
  if (receipt.proof?.head === undefined)
    return {
      name,
      state: 'doubt',
      said: 'the signed head is of another tick, and the file has no proof that it covers this one',
    };
  return isBound
    ? { name, state: 'right', said: 'the proof leads from the record of the tick to the signed head' }
    : {
        name,
        state: 'wrong',
        said: 'the proof does NOT lead from the record of the tick to the signed head',
      };
}

/** For a proof that leads to the head of a later tick. */
function dayPart(
  { timestamp, proof }: Evidence['receipt'],
  { isBound }: Verdict,
  head: IntegrityHead,
): Part[] {
  if (!isBound || proof?.day === undefined) return [];
  const { index, count } = proof.day;
  return [
    {
      name: 'day',
      state: 'right',
      said: `the record is number ${index + 1} of the ${count} records of ${dayOf(timestamp)} that the head of ${head.slot} covers`,
    },
  ];
}

/** A day holds the ticks after 00:00 up to and including the next 00:00. */
function dayOf(timestamp: string): string {
  return new Date(Date.parse(timestamp) - 1).toISOString().slice(0, 10);
}
