import { keyOfHash, recordPrefix } from '../../../src/core/ids/record-prefix.ts';
import { dayOfTick, formatDatetime, parseDatetime, type Millis } from '../../../src/core/time.ts';
import { DESCRIPTORS, recordEntity } from '../../../src/engine/index-types/index-types.ts';
import { recordLeaf } from '../../../src/engine/record/day-records.ts';
import { isRecord } from '../../../src/engine/record/is-record.ts';
import { DAY, INPUTS, rootByPath, VALUES, type TreeKind } from '../../../src/engine/record/merkle.ts';
import { hashRecord, rootsOf } from '../../../src/engine/record/record-hash.ts';
import type { RecordRoots } from '../../../src/engine/record/record-roots.ts';
import type { IndexReceipt, Proof } from '../contract.ts';
import { difference, shown, type Difference } from './differences.ts';
import { isObject } from './malformed.ts';
import { sha256 } from './sha256.ts';

/** What a proof must match: all of it is computed here, from the value or the receipt. */
export interface Proven {
  readonly id: string;
  readonly indexType: IndexReceipt['indexType'];
  readonly indexId: string;
  readonly at: Millis;
  /** The hashes of its leaves; for a value alone there is one. */
  readonly leaves: { readonly values: string; readonly inputs?: string };
  /** The record data of a receipt. */
  readonly record?: Pick<IndexReceipt, 'methodology' | 'referenceVersion' | 'recordHash'>;
}

const TREES: Readonly<Record<string, TreeKind>> = { values: VALUES, inputs: INPUTS };

/**
 * Faults of a proof: empty if the leaves lead to the record, and the record to the hash in the head. The
 * signature of the head is checked elsewhere. Never throws, whatever JSON it is given.
 */
export function proofFaults(proof: Proof, proven: Proven): Difference[] {
  const { at, indexType, indexId, id, record: said } = proven;
  const given = shownAs<Proof>(proof);
  const faults = new Faults();
  const record: unknown = given.record;
  if (!isRecord(record)) return [difference('proof.record', shown(record), 'a record of a tick')];
  const roots = rootsOf(record);
  if (!roots) return [difference('proof.record.roots', undefined, 'the roots of a record of format 3')];
  const recordHash = hashRecord(record, sha256);
  faults.compare('id', id, idOf(indexType, indexId, at));
  faults.compare('proof.slot', given.slot, formatDatetime(at));
  faults.compare('proof.record.at', record.at, at);
  if (said) {
    faults.compare('proof.record.methodology', record.methodology, said.methodology);
    faults.compare('proof.record.reference', record.reference, said.referenceVersion);
    faults.compare('recordHash', said.recordHash, recordHash);
  }
  const root = shownAs<Proof['root']>(given.root);
  faults.compare('proof.root.values', root.values, roots.values);
  faults.compare('proof.root.inputs', root.inputs, roots.inputs);
  faults.add(...leafFaults(given, proven, roots));
  faults.add(...headFaults(given, at, recordHash));
  return faults.all;
}

function leafFaults(proof: Partial<Proof>, { leaves: own }: Proven, roots: RecordRoots) {
  const faults = new Faults();
  const leaves: readonly unknown[] = listIn(proof.leaves);
  const paths: readonly unknown[] = listIn(proof.path);
  const wanted = Object.entries(own);
  faults.compare('proof.leaves', leaves.length, wanted.length);
  faults.compare('proof.path', paths.length, wanted.length);
  wanted.forEach(([tree, hash], i) => {
    const leaf = shownAs<Proof['leaves'][number]>(leaves[i]);
    faults.compare(`proof.leaves[${i}].tree`, leaf.tree, tree);
    faults.compare(`proof.leaves[${i}].hash`, leaf.hash, hash);
    const place = { index: leaf.index ?? -1, count: leaf.count ?? 0, path: listIn(paths[i]) as string[] };
    faults.compare(
      `proof.path[${i}]`,
      rootByPath(TREES[tree]!, hash, place, sha256),
      roots[tree as 'values' | 'inputs'],
    );
  });
  return faults.all;
}

/** Without a head there is nothing to compare: it is not signed yet. */
function headFaults(proof: Partial<Proof>, at: Millis, recordHash: string): Difference[] {
  const faults = new Faults();
  if (proof.head === undefined)
    return proof.day === undefined ? [] : [difference('proof.day', 'is there', undefined)];
  const head = shownAs<NonNullable<Proof['head']>>(proof.head);
  const slot = typeof head.slot === 'string' ? parseDatetime(head.slot) : undefined;
  if (slot === undefined || formatDatetime(slot) !== head.slot)
    return [difference('proof.head.slot', shown(head.slot), 'a tick')];
  if (slot === at) {
    faults.compare('proof.head.recordHash', head.recordHash, recordHash);
    faults.compare('proof.day', proof.day, undefined);
    return faults.all;
  }
  const day = shownAs<NonNullable<Proof['day']>>(proof.day);
  const record: unknown = day.record;
  if (!isRecord(record)) return [difference('proof.day.record', shown(record), 'the record of the head')];
  faults.compare('proof.head.slot', shown(dayOfTick(slot) === dayOfTick(at)), 'true');
  faults.compare('proof.day.record.at', record.at, slot);
  faults.compare('proof.head.recordHash', head.recordHash, hashRecord(record, sha256));
  const place = { index: day.index ?? -1, count: day.count ?? 0, path: listIn(day.path) as string[] };
  const root = rootByPath(DAY, recordLeaf(recordHash, sha256), place, sha256);
  faults.compare('proof.day.path', root, rootsOf(record)?.day ?? 'a root of the day');
  return faults.all;
}

class Faults {
  readonly all: Difference[] = [];

  compare(field: string, said: unknown, computed: unknown): void {
    if (said !== computed) this.all.push(difference(field, shown(said), shown(computed)));
  }

  add(...others: readonly Difference[]): void {
    this.all.push(...others);
  }
}

/** An id contains the type, the time and the index. */
function idOf(indexType: Proven['indexType'], indexId: string, at: Millis): string {
  const entity = recordEntity({ indexType, indexId }).join(':');
  const key = keyOfHash(sha256(new TextEncoder().encode(entity)));
  return recordPrefix(DESCRIPTORS[indexType].records.tick, at) + key;
}

/** For any JSON value. */
function shownAs<T>(value: unknown): Partial<T> {
  return isObject(value) ? (value as Partial<T>) : {};
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
