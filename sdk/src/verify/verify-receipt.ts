import { formatNumber } from '../../../src/core/numbers/decimal.ts';
import { maskOf, type IndexType } from '../../../src/core/index-value.ts';
import { MAX_AT, recordPrefix } from '../../../src/core/ids/record-prefix.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { DESCRIPTORS } from '../../../src/engine/index-types/index-types.ts';
import {
  isInForce,
  METHODOLOGIES,
  methodologyAt,
  methodologyNamed,
} from '../../../src/engine/methodology.ts';
import { valueLeaf } from '../../../src/engine/record/value-leaves.ts';
import { RECEIPT_INTEGERS, type Receipt } from '../../../src/engine/receipt/receipt.ts';
import type { IndexReceipt } from '../contract.ts';
import { computeGwa } from './compute-gwa.ts';
import { computeLx } from './compute-lx.ts';
import { computeMwa } from './compute-mwa.ts';
import { difference, differencesIn, type Difference } from './differences.ts';
import { malformedIn } from './malformed.ts';
import type { Recomputed, Task } from './receipt-parts.ts';
import { proofFaults } from './proof-faults.ts';
import { sha256 } from './sha256.ts';
import { SHAPES, type Shape } from './shape.ts';
import { isTooDeep, TOO_DEEP_DIFFERENCE } from './text-fault.ts';

/** What a receipt says, against what the engine makes of its inputs on this machine. */
export interface Verdict {
  /** Whether everything that follows from the inputs is as the receipt says, to the last digit. */
  readonly isRight: boolean;
  /** False where the receipt is of a version of the methodology that is newer than this code: it may well be right. */
  readonly isChecked: boolean;
  /**
   * Whether all of it, the inputs too, leads to the record that its proof holds, and that to the hash that a head names.
   * `verifyProof` also checks the signature of the head. False without a proof, as for ticks before methodology 3.
   */
  readonly isBound: boolean;
  /** True if a newer methodology was in force at its time: the service was not upgraded, or the receipt was altered. */
  readonly isOutdated?: true;
  /** Computed here, as are volume, flags and all of `computed`. Absent where nothing could be computed, or there is no value. */
  readonly price?: string;
  readonly volume?: string;
  readonly flags?: IndexReceipt['flags'];
  /** The receipt that follows from the inputs: with medians, weights, shares, and who is refused why. */
  readonly computed?: IndexReceipt;
  /** Empty where it is right. */
  readonly differences: readonly Difference[];
}

const COMPUTE: Readonly<Record<IndexType, (task: Task) => Recomputed>> = {
  MWA: computeMwa,
  GWA: computeGwa,
  LX: computeLx,
};

/**
 * Computes the value of a receipt again from the inputs in it, by the code of the service, and compares all that follows
 * from them. It asks nothing of the service and throws nothing, whatever JSON it is given.
 */
export function verifyReceipt(receipt: IndexReceipt): Verdict {
  if (isTooDeep(receipt)) return wrong([TOO_DEEP_DIFFERENCE]);
  const shape = shapeOf(receipt);
  if (!shape) return wrong([difference('indexType', JSON.stringify(receipt?.indexType), 'MWA, GWA or LX')]);
  // What a newer version has in its receipts is not known here: nothing else of it can be judged.
  if (isNewer(receipt.methodology)) return wrong([unknownMethodology(receipt)], false);
  const malformed = [...malformedIn(receipt, shape), ...ofOtherTypes(receipt, shape)];
  if (malformed.length > 0) return wrong(malformed);
  const at = Date.parse(receipt.timestamp);
  if (!isTick(at))
    return wrong([difference('timestamp', receipt.timestamp, 'a tick, on the 30-second grid')]);
  const methodology = methodologyNamed(receipt.methodology);
  if (!methodology) return wrong([unknownMethodology(receipt)]);
  if (at < methodology.from)
    return wrong([difference('methodology', receipt.methodology, methodologyAt(at).version)]);
  const again = COMPUTE[receipt.indexType]({ receipt, at, methodology });
  if (!again.receipt) return wrong([difference('price', receipt.price, 'no value'), ...again.impossible]);
  const { referenceVersion, recordHash } = receipt;
  const computed = {
    id: idOf(receipt, at),
    referenceVersion,
    recordHash,
    ...served(again.receipt),
  } as IndexReceipt;
  const differences = [
    ...differencesIn({ ...receipt }, { ...computed }, shape),
    ...again.impossible,
    ...bindingFaults(receipt, again, at),
  ];
  const { price, volume, flags } = computed;
  return {
    isRight: differences.length === 0,
    isChecked: true,
    isBound: differences.length === 0 && receipt.proof !== undefined,
    ...(!isInForce(methodology, at) && { isOutdated: true }),
    price,
    volume,
    flags,
    computed,
    differences,
  };
}

/** A proof is held to what was computed here: the leaves of another value, or of other inputs, lead elsewhere. */
function bindingFaults(receipt: IndexReceipt, again: Recomputed, at: Millis): Difference[] {
  const { proof, id } = receipt;
  if (proof === undefined || !again.receipt) return [];
  const { indexType, indexId, flags, ...computed } = again.receipt;
  const value = { ...computed, indexType, indexId, flags: maskOf(...flags) };
  const leaves = { values: valueLeaf(at, value, sha256), inputs: again.inputsLeaf(sha256) };
  return proofFaults(proof, { id, indexType, indexId, at, leaves, record: receipt });
}

function wrong(differences: readonly Difference[], isChecked = true): Verdict {
  return { isRight: false, isChecked, isBound: false, differences };
}

const PROVABLE_FROM = METHODOLOGIES.find(({ recordFormat }) => recordFormat === 3)!.from;

/**
 * Whether receipts of its time have a proof. One without was cut, or is of a service that had not been upgraded: its text is bound to
 * nothing.
 */
export function isProvable({ timestamp }: Pick<IndexReceipt, 'timestamp'>): boolean {
  return Date.parse(timestamp) >= PROVABLE_FROM;
}

/** They would be shown, and nothing would have checked them. */
function ofOtherTypes(receipt: IndexReceipt, shape: Shape): Difference[] {
  const others = Object.keys(Object.assign({}, ...Object.values(SHAPES)) as Shape);
  return others
    .filter((name) => !(name in shape) && name in receipt)
    .map((name) => difference(name, 'present', 'absent'));
}

function shapeOf(receipt: IndexReceipt | undefined): Shape | undefined {
  const type: unknown = receipt?.indexType;
  return typeof type === 'string' && Object.hasOwn(SHAPES, type) ? SHAPES[type] : undefined;
}

function isTick(at: Millis): boolean {
  return at >= 0 && at <= MAX_AT && at % SLOT_MS === 0;
}

/** An id names the type and the time of its tick, besides the index. */
function idOf({ id, indexType }: IndexReceipt, at: Millis): string {
  const prefix = recordPrefix(DESCRIPTORS[indexType].records.tick, at);
  return prefix + id.slice(prefix.length);
}

const NEWEST = Number(METHODOLOGIES.at(-1)!.version);

function isNewer(version: unknown): boolean {
  return typeof version === 'string' && Number(/^\d+(?= |$)/.exec(version)?.[0]) > NEWEST;
}

function unknownMethodology({ methodology }: IndexReceipt): Difference {
  return difference('methodology', methodology, `${NEWEST} or older: this verifier knows no other`);
}

/** As the service writes it: a number is the shortest decimal of its double. */
function served({ at, ...rest }: Receipt): object {
  const text = JSON.stringify({ timestamp: formatDatetime(at), ...rest }, (key, value: unknown) => {
    if (typeof value !== 'number' || RECEIPT_INTEGERS.has(key)) return value;
    return Number.isFinite(value) ? formatNumber(value) : String(value);
  });
  return JSON.parse(text) as object;
}
