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

/** The result of recomputing a receipt on this machine. */
export interface Verdict {
  /** Whether the receipt equals, to the last digit, everything that follows from its inputs. */
  readonly isRight: boolean;
  /** False if the receipt's methodology is newer than this code: the receipt may still be right. */
  readonly isChecked: boolean;
  /**
   * Whether the whole receipt, including the inputs, leads to the record in its proof, and the record to the hash in a
   * head. `verifyProof` also checks the signature of the head. False without a proof, as for ticks before
   * methodology 3.
   */
  readonly isBound: boolean;
  /** True if a newer methodology was in force at its time: the service was not upgraded, or the receipt was altered. */
  readonly isOutdated?: true;
  /**
   * Recomputed, like volume, flags and all of `computed`. Absent if nothing could be computed or there is no
   * value.
   */
  readonly price?: string;
  readonly volume?: string;
  readonly flags?: IndexReceipt['flags'];
  /** The receipt that follows from the inputs: with medians, weights, shares, and rejections with reasons. */
  readonly computed?: IndexReceipt;
  /** Empty if it is right. */
  readonly differences: readonly Difference[];
}

const COMPUTE: Readonly<Record<IndexType, (task: Task) => Recomputed>> = {
  MWA: computeMwa,
  GWA: computeGwa,
  LX: computeLx,
};

/**
 * Recomputes the value of a receipt from its inputs with the code of the service, and compares all results.
 * It contacts no service and never throws, whatever JSON it is given.
 */
export function verifyReceipt(receipt: IndexReceipt): Verdict {
  if (isTooDeep(receipt)) return wrong([TOO_DEEP_DIFFERENCE]);
  const shape = shapeOf(receipt);
  if (!shape) return wrong([difference('indexType', JSON.stringify(receipt?.indexType), 'MWA, GWA or LX')]);
  // Receipts of a newer version may have unknown fields, so nothing else can be checked.
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
  const recomputed = COMPUTE[receipt.indexType]({ receipt, at, methodology });
  if (!recomputed.receipt)
    return wrong([difference('price', receipt.price, 'no value'), ...recomputed.impossible]);
  const { referenceVersion, recordHash } = receipt;
  const computed = {
    id: idOf(receipt, at),
    referenceVersion,
    recordHash,
    ...served(recomputed.receipt),
  } as IndexReceipt;
  const differences = [
    ...differencesIn({ ...receipt }, { ...computed }, shape),
    ...recomputed.impossible,
    ...bindingFaults(receipt, recomputed, at),
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

/** A proof must match what was computed here: with another value or other inputs, its leaves do not lead to the record. */
function bindingFaults(receipt: IndexReceipt, recomputed: Recomputed, at: Millis): Difference[] {
  const { proof, id } = receipt;
  if (proof === undefined || !recomputed.receipt) return [];
  const { indexType, indexId, flags, ...computed } = recomputed.receipt;
  const value = { ...computed, indexType, indexId, flags: maskOf(...flags) };
  const leaves = { values: valueLeaf(at, value, sha256), inputs: recomputed.inputsLeaf(sha256) };
  return proofFaults(proof, { id, indexType, indexId, at, leaves, record: receipt });
}

function wrong(differences: readonly Difference[], isChecked = true): Verdict {
  return { isRight: false, isChecked, isBound: false, differences };
}

const PROVABLE_FROM = METHODOLOGIES.find(({ recordFormat }) => recordFormat === 3)!.from;

/**
 * Whether receipts of that time have a proof. If it is missing, it was removed, or the service had not been
 * upgraded: nothing binds the receipt's text.
 */
export function isProvable({ timestamp }: Pick<IndexReceipt, 'timestamp'>): boolean {
  return Date.parse(timestamp) >= PROVABLE_FROM;
}

/** Fields of other index types, which would be shown without having been checked. */
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

/** An id contains the type and the time of its tick in addition to the index. */
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

/** The receipt as the service writes it: each number is the shortest decimal of its double. */
function served({ at, ...rest }: Receipt): object {
  const text = JSON.stringify({ timestamp: formatDatetime(at), ...rest }, (key, value: unknown) => {
    if (typeof value !== 'number' || RECEIPT_INTEGERS.has(key)) return value;
    return Number.isFinite(value) ? formatNumber(value) : String(value);
  });
  return JSON.parse(text) as object;
}
