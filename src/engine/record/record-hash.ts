import type { Millis } from '../../core/time.ts';
import { CanonicalWriter } from './canonical-bytes.ts';
import { splitRoots, type RecordRoots } from './record-roots.ts';

/** A cryptographic hash, as text. It is passed in: the engine has none of its own. */
export type Hash = (bytes: Uint8Array) => string;

/** What a tick leaves behind so that it can be checked: hashes of all that went in and of all that came out. */
export interface TickRecord {
  readonly at: Millis;
  /** Version of the methodology. */
  readonly methodology: string;
  /** The name of the reference data that it was computed with. */
  readonly reference: string;
  readonly input: string;
  readonly state: string;
  readonly output: string;
  /** Format 2: of the values that history stores of it. */
  readonly values?: string;
  /** Format 3, in its place: the roots of trees over values, their inputs and the day's records (`splitRoots`). */
  readonly roots?: string;
  /** The hash of the record before; empty for the first of a chain. */
  readonly previous: string;
}

/** Undefined for a record of a format before 3. */
export function rootsOf({ roots }: TickRecord): RecordRoots | undefined {
  return splitRoots(roots);
}

/** What the next record names as its previous one. */
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
