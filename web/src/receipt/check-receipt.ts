import type { IntegrityHead, Tidemark } from '@tidemark/sdk';
import type { Difference, HeadVerdict, IntegrityKeys, Verdict } from '@tidemark/sdk/verify';
import { messageOf } from '../format/errors.ts';
import { instantText } from '../format/time.ts';
import type { Told } from './receipt-store.ts';
import type { Verifier } from './verifier.ts';

/** One thing that was compared. */
export interface Check {
  readonly title: string;
  /** `open`: it cannot be said here. */
  readonly state: 'right' | 'wrong' | 'open';
  readonly words: string;
  readonly differences: readonly Difference[];
}

/** The head that says most of a tick, with the keys of the service. */
export interface Signed {
  readonly head: IntegrityHead;
  readonly keys: IntegrityKeys;
}

/** Everything that can be checked of a value on the reader's own machine. */
export async function checkTold(
  verifier: Verifier,
  tidemark: Tidemark,
  told: Told,
  signal: AbortSignal,
): Promise<Check[]> {
  const { receipt } = told;
  const [verdict, tick, isProvable] = await Promise.all([
    verifier.call('verifyReceipt', receipt),
    checkTick(verifier, told),
    verifier.call('isProvable', receipt),
  ]);
  // Ticks of before methodology 3 have no proof.
  const inputs = receipt.proof || isProvable ? [inputsCheck(told, verdict)] : [];
  const value = valueCheck(verdict);
  let signed: Signed;
  try {
    signed = await signedOf(tidemark, told, signal);
  } catch (error) {
    return [
      value,
      tick,
      ...inputs,
      check('Signed head', 'open', `it could not be loaded: ${messageOf(error)}`),
    ];
  }
  const signature = await checkSignature(verifier, signed);
  return [value, tick, ...inputs, signature, recordCheck(told, verdict, signed.head)];
}

async function checkSignature(verifier: Verifier, { head, keys }: Signed): Promise<Check> {
  try {
    return signatureCheck(head, await verifier.call('verifyHead', head, keys));
  } catch (error) {
    return check('Signed head', 'open', `this browser could not check it: ${messageOf(error)}`);
  }
}

/** The head of the same tick where there is one; else the first that covers it. */
export async function signedOf(
  tidemark: Tidemark,
  { receipt, head }: Told,
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

/** Whether what is shown belongs to the record that is signed. */
function inputsCheck({ receipt }: Told, { isBound, isRight }: Verdict): Check {
  if (isBound)
    return check('Inputs', 'right', 'the value and every input shown are part of the record of the tick');
  return receipt.proof !== undefined && !isRight
    ? check('Inputs', 'wrong', 'what the receipt says is not part of the record of the tick')
    : check('Inputs', 'open', 'the receipt has no proof that its inputs belong to the record');
}

function valueCheck({ isRight, isChecked, price, differences }: Verdict): Check {
  if (isRight)
    return check(
      'Value',
      'right',
      `computed again here from its inputs: ${price}, equal to the last digit, as all its fields are`,
    );
  if (!isChecked) return check('Value', 'open', 'of a newer methodology than this page knows', differences);
  return check('Value', 'wrong', `computed again here: ${differences.length} field(s) differ`, differences);
}

async function checkTick(verifier: Verifier, { tick, receipt }: Told): Promise<Check> {
  const differences = await verifier.call('tickDifferences', tick, receipt);
  return differences.length === 0
    ? check('Published', 'right', 'the receipt is of the value that was published')
    : check('Published', 'wrong', 'the receipt is not of the value that was published', differences);
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
      `the head of ${at} UTC is signed by the key ${keyId} of the service`,
    );
  return check('Signed head', isChecked ? 'wrong' : 'open', `the head of ${at} UTC: ${because}`);
}

function recordCheck({ receipt }: Told, { isBound }: Verdict, { slot, recordHash }: IntegrityHead): Check {
  if (slot !== receipt.timestamp && receipt.proof?.head && isBound)
    return check('Record', 'right', "the head leads to the record by the tree of its day's records");
  if (slot !== receipt.timestamp)
    return check(
      'Record',
      'open',
      'the head is of a later tick and covers this one by the records in between, which tidemark verify checks',
    );
  if (recordHash === receipt.recordHash)
    return check(
      'Record',
      'right',
      `the head names the record of the receipt, ${recordHash.slice(0, 12)}…${isBound ? '' : '; that its inputs belong to it is not shown'}`,
    );
  const difference = { field: 'recordHash', said: receipt.recordHash, computed: recordHash };
  return check('Record', 'wrong', 'the head of this tick names another record', [difference]);
}
