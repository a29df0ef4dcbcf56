import type { IndexValue, SeriesId } from '../../core/index-value.ts';
import type { SignedHead } from '../../core/integrity-head.ts';
import type { Millis } from '../../core/time.ts';
import type { TickRun } from '../../engine/engine.ts';
import type { EngineReference } from '../../engine/engine-reference.ts';
import type { Methodology } from '../../engine/methodology.ts';
import { inputsTree } from '../../engine/record/input-leaves.ts';
import type { MerkleTree } from '../../engine/record/merkle.ts';
import { rootsOf, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import { storedValuesTree } from '../../engine/record/value-leaves.ts';
import { hashedValues, type HashedValues } from '../../engine/record/values-hash.ts';
import type { TickInput } from '../../engine/tick-input.ts';
import { indexValues, type TickOutput } from '../../engine/tick-output.ts';

/** A leaf of one of the trees in a record, with its position. */
export interface ProofLeaf {
  readonly tree: 'values' | 'inputs';
  readonly index: number;
  /** The number of leaves of the tree. */
  readonly count: number;
  readonly hash: string;
}

/** Proves that a value and its inputs are contained in the record of its tick (docs/reference/formats/records.md). */
export interface Proof {
  readonly slot: Millis;
  /** The leaf of the value and, in a receipt, the leaf of its inputs. */
  readonly leaves: readonly ProofLeaf[];
  /** For each leaf, the sibling hashes on the path to the root. */
  readonly path: readonly (readonly string[])[];
  readonly root: { readonly values: string; readonly inputs: string };
  readonly record: TickRecord;
  /** A signed head that covers the record: of its tick, or of a later tick of the same day. Absent until one is signed. */
  readonly head?: SignedHead;
  /** If the head is of a later tick: the proof that the record of that tick covers this record. */
  readonly day?: DayProof;
  /** Whether the head is that of the day's last tick, so that no later one replaces it. Not served. */
  readonly isFinal?: boolean;
}

export interface DayProof {
  /** The position of the record among those of its day. */
  readonly index: number;
  readonly count: number;
  readonly path: readonly string[];
  /** The record that the head signs. */
  readonly record: TickRecord;
}

/** A recomputed tick. */
export interface ProvenTick {
  readonly reference: EngineReference;
  readonly input: TickInput;
  readonly methodology: Methodology;
  readonly run: TickRun;
  readonly output: TickOutput;
  readonly record: TickRecord;
}

/** Undefined if the record has no roots, or if the tick does not hash to them: then the record is not that of this tick. */
export function proofOf(tick: ProvenTick, series: SeriesId, hash: Hash): Proof | undefined {
  const { reference, output, record } = tick;
  if (!rootsOf(record)) return undefined;
  const values = hashedValues(indexValues(reference, output));
  const index = positionOf(values, series);
  const trees = { values: storedValuesTree(output.at, values, hash), inputs: inputsTree(tick, hash) };
  return proofIn(trees, index, record);
}

/** Proves a value alone, from all stored values of its tick. */
export function valueProofOf(
  values: HashedValues,
  series: SeriesId,
  record: TickRecord,
  hash: Hash,
): Proof | undefined {
  if (!rootsOf(record)) return undefined;
  return proofIn({ values: storedValuesTree(record.at, values, hash) }, positionOf(values, series), record);
}

type Trees = Partial<Record<ProofLeaf['tree'], MerkleTree>>;

function proofIn(trees: Trees, index: number, record: TickRecord): Proof | undefined {
  const { values, inputs } = rootsOf(record)!;
  const root = { values, inputs };
  const proven = (['values', 'inputs'] as const).flatMap((name) => {
    const tree = trees[name];
    return tree ? [{ name, tree }] : [];
  });
  if (proven.some(({ name, tree }) => tree.root !== root[name] || !(index >= 0 && index < tree.count)))
    return undefined;
  return {
    slot: record.at,
    leaves: proven.map(({ name, tree }) => ({
      tree: name,
      index,
      count: tree.count,
      hash: tree.leaf(index)!,
    })),
    path: proven.map(({ tree }) => tree.pathOf(index).path),
    root,
    record,
  };
}

/** -1 if the series has no value. */
function positionOf({ series: all }: HashedValues, { indexType, indexId }: SeriesId): number {
  return all.findIndex((each) => each.indexType === indexType && each.indexId === indexId);
}

/** The values that a record covers: modelled values are added without a record. */
export function recordedValues(values: readonly IndexValue[], modelled: number): HashedValues {
  return hashedValues(values.filter(({ flags }) => (flags & modelled) === 0));
}
