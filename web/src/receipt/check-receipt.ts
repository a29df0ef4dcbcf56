import type { IntegrityHead, Tidemark } from '@tidemark/sdk';
import type { Difference, HeadVerdict, IntegrityKeys, Verdict } from '@tidemark/sdk/verify';
import { messageOf } from '../format/errors.ts';
import { instantText } from '../format/time.ts';
import type { ReceiptData } from './receipt-store.ts';
import type { Verifier } from './verifier.ts';

/** The result of one check. */
export interface Check {
  readonly title: string;
  /** `open`: could not be checked here. */
  readonly state: 'right' | 'wrong' | 'open';
  readonly words: string;
  readonly differences: readonly Difference[];
}

/** The head that covers a tick, with the keys of the service. */
export interface Signed {
  readonly head: IntegrityHead;
  readonly keys: IntegrityKeys;
}

/** Checks everything about a value that can be checked on the reader's machine. */
export async function checkReceipt(
  verifier: Verifier,
  tidemark: Tidemark,
  data: ReceiptData,
  signal: AbortSignal,
): Promise<Check[]> {
  const { receipt } = data;
  const [verdict, tick, isProvable] = await Promise.all([
    verifier.call('verifyReceipt', receipt),
    checkTick(verifier, data),
    verifier.call('isProvable', receipt),
  ]);
  // Ticks from before methodology 3 have no proof.
  const inputs = receipt.proof || isProvable ? [inputsCheck(data, verdict)] : [];
  const value = valueCheck(verdict);
  let signed: Signed;
  try {
    signed = await signedOf(tidemark, data, signal);
  } catch (error) {
    return [
      value,
      tick,
      ...inputs,
      check('Signed head', 'open', `it could not be loaded: ${messageOf(error)}`),
    ];
  }
  const signature = await checkSignature(verifier, signed);
  return [value, tick, ...inputs, ...recordChecks(data, verdict, signed.head), signature];
}

async function checkSignature(verifier: Verifier, { head, keys }: Signed): Promise<Check> {
  try {
    return signatureCheck(head, await verifier.call('verifyHead', head, keys));
  } catch (error) {
    return check('Signed head', 'open', `this browser could not check it: ${messageOf(error)}`);
  }
}

/** The head of the same tick if there is one; otherwise the first that covers it. */
export async function signedOf(
  tidemark: Tidemark,
  { receipt, head }: ReceiptData,
  signal: AbortSignal,
): Promise<Signed> {
  const keys = await tidemark.integrityKeys({ signal });
  if (receipt.proof?.head) return { head: receipt.proof.head, keys };
  if (head) return { head, keys };
  const newest = await tidemark.head({ signal });
  if (newest.slot === receipt.timestamp) return { head: newest, keys };
  for await (const ofDay of tidemark.heads({ from: receipt.timestamp, signal })) return { head: ofDay, keys };
  return { head: newest, keys };
}

function check(
  title: string,
  state: Check['state'],
  words: string,
  differences: readonly Difference[] = [],
): Check {
  return { title, state, words, differences };
}

/** Whether the receipt belongs to the signed record. */
function inputsCheck({ receipt }: ReceiptData, { isBound, isRight }: Verdict): Check {
  if (isBound)
    return check(
      'Inputs',
      'right',
      'a proof leads from the value and from every input of the receipt to the record of the tick',
    );
  return receipt.proof !== undefined && !isRight
    ? check('Inputs', 'wrong', 'the proof does not lead from the receipt to the record of the tick')
    : check('Inputs', 'open', 'the receipt has no proof that its inputs belong to the record of the tick');
}

function valueCheck({ isRight, isChecked, price, differences }: Verdict): Check {
  if (isRight)
    return check(
      'Value',
      'right',
      `recomputed in this browser from its inputs: ${price}, equal to the last digit, as is every other field that follows from them`,
    );
  if (!isChecked)
    return check('Value', 'open', 'not recomputed: its methodology is newer than this page', differences);
  return check(
    'Value',
    'wrong',
    `recomputed in this browser from its inputs: ${differences.length} field(s) differ`,
    differences,
  );
}

async function checkTick(verifier: Verifier, { tick, receipt }: ReceiptData): Promise<Check> {
  const differences = await verifier.call('tickDifferences', tick, receipt);
  return differences.length === 0
    ? check('Published value', 'right', 'the receipt has the same value as the published tick')
    : check(
        'Published value',
        'wrong',
        'the receipt has a different value than the published tick',
        differences,
      );
}

function signatureCheck(
  { slot, keyId }: IntegrityHead,
  { isRight, isChecked, because = '' }: HeadVerdict,
): Check {
  const at = instantText(Date.parse(slot));
  if (isRight)
    return check(
      'Signed head',
      'right',
      `the head of ${at} UTC is signed by the key ${keyId}, which the service publishes`,
    );
  return check('Signed head', isChecked ? 'wrong' : 'open', `the head of ${at} UTC: ${because}`);
}

/** Whether the head leads to the record of the tick, directly or through the records of the day. */
function recordChecks(
  { receipt }: ReceiptData,
  { isBound }: Verdict,
  { slot, recordHash }: IntegrityHead,
): readonly Check[] {
  const { proof, timestamp } = receipt;
  if (slot === timestamp)
    return [
      recordHash === receipt.recordHash
        ? check(
            'Record',
            'right',
            `the signed head names the record of this tick, ${recordHash.slice(0, 12)}…`,
          )
        : check('Record', 'wrong', 'the signed head of this tick names a different record', [
            { field: 'recordHash', said: receipt.recordHash, computed: recordHash },
          ]),
    ];
  if (!proof?.head)
    return [
      check(
        'Record',
        'open',
        'the signed head is of a later tick; only tidemark verify can check the records in between',
      ),
    ];
  if (!isBound)
    return [
      check('Record', 'wrong', 'the proof does not lead from the record of this tick to the signed head'),
    ];
  return [
    check('Record', 'right', 'the proof leads from the record of this tick to the signed head'),
    ...(proof.day ? [dayCheck(timestamp, slot, proof.day)] : []),
  ];
}

function dayCheck(
  timestamp: string,
  slot: string,
  { index, count }: { readonly index: number; readonly count: number },
): Check {
  // A day holds the ticks after 00:00 up to and including the next 00:00.
  const day = new Date(Date.parse(timestamp) - 1).toISOString().slice(0, 10);
  const at = instantText(Date.parse(slot));
  return check(
    'Day',
    'right',
    `the record is number ${index + 1} of the ${count} records of ${day} that the head of ${at} UTC covers`,
  );
}
