import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import {
  copyHead,
  emptyHead,
  isAlike,
  readForm,
  readNumbers,
  resetHead,
  writeForm,
  writeNumbers,
  type ColumnHead,
} from './column-head.ts';
import type { BlockLayout } from '../layout.ts';
import { writeRice } from '../bits/rice.ts';
import { unzigzag, zigzag } from '../bits/zigzag.ts';

/** Which rows exist. */
export const NO_ROWS = 0;
export const ALL_ROWS = 1;
export const SOME_ROWS = 2;

/** The form of the flags: none, the same mask in all rows, or runs. */
const CLEAR = 0;
const ONE_MASK = 1;
const RUNS = 2;

const FORM_BITS = 2;
const COUNT_BITS = 9;
const MASK_BITS = 16;
const LENGTH_PARAMETER = 4;

/** The index entry of a mini-block: everything needed to find and read its payload. */
export interface MiniBlockHead {
  rowsForm: number;
  /** The number of existing rows. */
  count: number;
  hasFlagRuns: boolean;
  /** The mask of all rows, unless the flags are runs. */
  flagMask: number;
  columns: ColumnHead[];
  payloadBytes: number;
}

export function emptyMiniBlockHead(layout: BlockLayout): MiniBlockHead {
  const columns = layout.columns.map(emptyHead);
  return { rowsForm: NO_ROWS, count: 0, hasFlagRuns: false, flagMask: 0, columns, payloadBytes: 0 };
}

/**
 * A sequence of heads, each written as the difference from the previous one that had rows. The first bit states whether the form
 * is unchanged: all rows exist, all have the same flag mask, and every column is coded as before.
 */
export class MiniBlockHeads {
  readonly #layout: BlockLayout;
  readonly #columns: readonly ColumnHead[];
  #flagMask = 0;
  #payloadBytes = 0;

  constructor(layout: BlockLayout) {
    this.#layout = layout;
    this.#columns = layout.columns.map(emptyHead);
  }

  /** Makes the next head the first of a block. */
  clear(): void {
    for (const column of this.#columns) resetHead(column);
    this.#flagMask = 0;
    this.#payloadBytes = 0;
  }

  write(writer: BitWriter, head: MiniBlockHead): void {
    const isUnchanged = this.#hasSameForm(head);
    writer.write(isUnchanged ? 1 : 0, 1);
    if (!isUnchanged) this.#writeForms(writer, head);
    if (head.rowsForm === NO_ROWS) return;
    for (let c = 0; c < this.#columns.length; c++) writeNumbers(writer, head.columns[c]!, this.#columns[c]!);
    writeRice(writer, zigzag(head.payloadBytes - this.#payloadBytes), LENGTH_PARAMETER);
    this.#payloadBytes = head.payloadBytes;
  }

  #hasSameForm(head: MiniBlockHead): boolean {
    if (head.rowsForm !== ALL_ROWS || head.hasFlagRuns || head.flagMask !== this.#flagMask) return false;
    return this.#columns.every((before, c) => isAlike(head.columns[c]!, before));
  }

  #writeForms(writer: BitWriter, head: MiniBlockHead): void {
    writer.write(head.rowsForm, FORM_BITS);
    if (head.rowsForm === NO_ROWS) return;
    if (head.rowsForm === SOME_ROWS) writer.write(head.count, COUNT_BITS);
    if (this.#layout.hasFlags) this.#writeFlags(writer, head);
    for (let c = 0; c < this.#columns.length; c++) writeForm(writer, head.columns[c]!, this.#columns[c]!);
  }

  #writeFlags(writer: BitWriter, head: MiniBlockHead): void {
    this.#flagMask = head.hasFlagRuns ? 0 : head.flagMask;
    if (head.hasFlagRuns) writer.write(RUNS, FORM_BITS);
    else if (head.flagMask === 0) writer.write(CLEAR, FORM_BITS);
    else {
      writer.write(ONE_MASK, FORM_BITS);
      writer.write(head.flagMask, MASK_BITS);
    }
  }

  read(reader: BitReader, into: MiniBlockHead): void {
    into.rowsForm = ALL_ROWS;
    into.count = this.#layout.rows;
    into.hasFlagRuns = false;
    into.payloadBytes = 0;
    if (reader.read(1) === 0) this.#readForms(reader, into);
    into.flagMask = this.#flagMask;
    if (into.rowsForm === NO_ROWS) return;
    for (let c = 0; c < this.#columns.length; c++) {
      readNumbers(reader, this.#columns[c]!);
      copyHead(this.#columns[c]!, into.columns[c]!);
    }
    this.#payloadBytes += unzigzag(reader.readRice(LENGTH_PARAMETER));
    into.payloadBytes = this.#payloadBytes;
    if (into.payloadBytes < 0) reader.refuse();
  }

  #readForms(reader: BitReader, into: MiniBlockHead): void {
    into.rowsForm = reader.read(FORM_BITS);
    into.count = this.#readCount(reader, into.rowsForm);
    if (into.rowsForm === NO_ROWS) return;
    if (this.#layout.hasFlags) into.hasFlagRuns = this.#readFlags(reader);
    for (const column of this.#columns) readForm(reader, column);
  }

  #readCount(reader: BitReader, rowsForm: number): number {
    if (rowsForm === NO_ROWS) return 0;
    if (rowsForm === ALL_ROWS) return this.#layout.rows;
    const count = reader.read(COUNT_BITS);
    if (rowsForm !== SOME_ROWS || count === 0 || count >= this.#layout.rows) reader.refuse();
    return Math.min(count, this.#layout.rows);
  }

  /** True for runs. */
  #readFlags(reader: BitReader): boolean {
    const form = reader.read(FORM_BITS);
    this.#flagMask = form === ONE_MASK ? reader.read(MASK_BITS) : 0;
    if (form > RUNS) reader.refuse();
    return form === RUNS;
  }
}
