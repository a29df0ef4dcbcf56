import { formatNumber } from '../../../src/core/numbers/decimal.ts';
import { FLAGS, flagsIn, INDEX_TYPES, maskOf } from '../../../src/core/index-value.ts';
import { MAX_AT } from '../../../src/core/ids/record-prefix.ts';
import { formatDatetime, parseDatetime } from '../../../src/core/time.ts';
import { valueLeaf } from '../../../src/engine/record/value-leaves.ts';
import type { IndexReceipt, Proof, ValueProof } from '../contract.ts';
import { difference, shown, type Difference } from './differences.ts';
import { proofFaults } from './proof-faults.ts';
import { sha256 } from './sha256.ts';
import { isTooDeep, TOO_DEEP_DIFFERENCE } from './text-fault.ts';
import { verifyHead, type IntegrityKeys, type Signatures } from './verify-head.ts';
import { verifyReceipt } from './verify-receipt.ts';

/**
 * What a proof shows. `value`: the value is a leaf of the tick's record. `inputs`: so are all inputs of the
 * receipt, and the value follows from them. `record`: that record leads to the head. `signature`: the head is
 * signed with one of the keys.
 */
export type Shown = 'value' | 'inputs' | 'record' | 'signature';

export interface ProofVerdict {
  /** Whether everything was checked and is right, including the signature. */
  readonly isRight: boolean;
  /** False if something could not be checked, or there is nothing to check: `because` has the reason. */
  readonly isChecked: boolean;
  readonly shows: readonly Shown[];
  /** Slot of the head to which the proof leads, and the key that signed that head. */
  readonly headSlot?: string;
  readonly keyId?: string;
  /** Whether the head is that of a later tick, reached through the tree of the day's records. */
  readonly isByDay?: boolean;
  readonly because?: string;
  readonly differences: readonly Difference[];
}

/**
 * Whether the holder of one of the keys has signed a receipt, or a value with its proof. It contacts no
 * service, and never throws, whatever JSON it is given. It does not prove that the exchanges really reported
 * these data.
 */
export async function verifyProof(
  proven: IndexReceipt | ValueProof,
  keys: IntegrityKeys,
  signatures?: Signatures,
): Promise<ProofVerdict> {
  const { differences, isChecked, shows } = checkedOf(proven);
  if (!isChecked) return unchecked('its methodology is newer than this code', differences);
  if (differences.length > 0) return { isRight: false, isChecked: true, shows: [], differences };
  const proof: Proof | undefined = proven.proof;
  if (!proof) return unchecked(NO_PROOF);
  const { head, day } = proof;
  if (!head) return { ...unchecked('no head that covers it has been signed yet'), shows };
  const signed = await verifyHead(head, keys, signatures);
  const reached = { headSlot: head.slot, keyId: head.keyId, isByDay: day !== undefined };
  const ofHead = { ...reached, ...(signed.because !== undefined && { because: signed.because }) };
  if (signed.isRight)
    return {
      isRight: true,
      isChecked: true,
      shows: [...shows, 'record', 'signature'],
      ...reached,
      differences,
    };
  return { isRight: false, isChecked: signed.isChecked, shows: [...shows, 'record'], ...ofHead, differences };
}

export const NO_PROOF =
  'it has no proof: its tick is from before methodology 3, or the proof was removed. Nothing binds its text to what was signed';

interface Checked {
  readonly differences: readonly Difference[];
  readonly isChecked: boolean;
  readonly shows: readonly Shown[];
}

function checkedOf(proven: IndexReceipt | ValueProof): Checked {
  const given: unknown = proven;
  if (typeof given !== 'object' || given === null)
    return wrong(difference('', String(given), 'a receipt, or a value with its proof'));
  if (isTooDeep(given)) return wrong(TOO_DEEP_DIFFERENCE);
  return 'methodology' in proven ? ofReceipt(proven) : ofValue(proven);
}

function wrong(fault: Difference): Checked {
  return { differences: [fault], isChecked: true, shows: [] };
}

function ofReceipt(receipt: IndexReceipt): Checked {
  const { differences, isChecked } = verifyReceipt(receipt);
  return { differences, isChecked, shows: ['value', 'inputs'] };
}

function ofValue(value: ValueProof): Checked {
  const differences = valueFaults(value);
  return { differences, isChecked: true, shows: ['value'] };
}

function valueFaults(given: ValueProof): Difference[] {
  const { id, indexId, indexType, timestamp, price, volume, tickVolume, flags, proof } = given;
  const at = typeof timestamp === 'string' ? parseDatetime(timestamp) : undefined;
  if (at === undefined || at < 0 || at > MAX_AT || formatDatetime(at) !== timestamp)
    return [difference('timestamp', shown(timestamp), 'a tick')];
  if (!INDEX_TYPES.includes(indexType) || typeof indexId !== 'string')
    return [difference('indexType', shown(indexType), 'MWA, GWA or LX')];
  const invalid = Object.entries({ price, volume, ...(tickVolume !== undefined && { tickVolume }) }).flatMap(
    ([name, text]) => (isNumeral(text) ? [] : [difference(name, shown(text), 'a decimal')]),
  );
  if (invalid.length > 0) return invalid;
  if (!Array.isArray(flags) || !isInOrder(flags))
    return [difference('flags', shown(flags), 'flags in order')];
  const value = {
    indexType,
    indexId,
    price: Number(price),
    volume: Number(volume),
    ...(tickVolume !== undefined && { tickVolume: Number(tickVolume) }),
    flags: maskOf(...flags),
  };
  return proofFaults(proof, { id, indexType, indexId, at, leaves: { values: valueLeaf(at, value, sha256) } });
}

/** Whether a text is a number as the service writes it: the shortest decimal of its double. */
function isNumeral(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) && formatNumber(number) === text;
}

function isInOrder(flags: readonly (typeof FLAGS)[number][]): boolean {
  if (!flags.every((flag) => FLAGS.includes(flag))) return false;
  return JSON.stringify(flagsIn(maskOf(...flags))) === JSON.stringify(flags);
}

function unchecked(because: string, differences: readonly Difference[] = []): ProofVerdict {
  return { isRight: false, isChecked: false, shows: [], because, differences };
}
