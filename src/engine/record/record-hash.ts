import type { Millis } from '../../core/time.ts';
import { CanonicalWriter } from './canonical-bytes.ts';
import { splitRoots, type RecordRoots } from './record-roots.ts';

/** A cryptographic hash, as text. Passed in as a parameter: the engine has none of its own. */
export type Hash = (bytes: Uint8Array) => string;

/** The record with which a tick can be verified: hashes of all its inputs and outputs. */
export interface TickRecord {
  readonly at: Millis;
  /** Version of the methodology. */
  readonly methodology: string;
  /** The hash of the reference data that it was computed with. */
  readonly reference: string;
  readonly input: string;
  readonly state: string;
  readonly output: string;
  /** Format 2: the hash of the values that history stores for it. */
  readonly values?: string;
  /** Format 3, instead of `values`: the roots of trees over values, their inputs and the day's records (`splitRoots`). */
  readonly roots?: string;
  /** The hash of the previous record; empty for the first of a chain. */
  readonly previous: string;
}

/** Undefined for a record of a format before 3. */
export function rootsOf({ roots }: TickRecord): RecordRoots | undefined {
  return splitRoots(roots);
}

/** The hash that the next record contains as `previous`. */
export function hashRecord(record: TickRecord, hash: Hash): string {
  const { values, roots } = record;
  const format = roots !== undefined ? 3 : values !== undefined ? 2 : 1;
  const writer = new CanonicalWriter().text(`tidemark tick record ${format}`).number(record.at);
  writer.text(record.methodology).text(record.reference).text(record.input).text(record.state);
  writer.text(record.output);
  if (roots !== undefined) writer.text(roots);
  else if (values !== undefined) writer.text(values);
  return hash(writer.text(record.previous).bytes());
}
