import { BitReader } from '../bits/bit-reader.ts';
import { BlockDamaged } from '../block-damaged.ts';
import { ChangeMasks } from '../bits/change-mask.ts';
import { ColumnDecoder } from './column-decoder.ts';
import { RAW_DOUBLES } from './column-head.ts';
import { RAW_EXPONENT } from './decimal-scale.ts';
import { FlagRuns } from '../bits/flag-runs.ts';
import type { BlockLayout } from '../layout.ts';
import { readMask } from '../bits/mask-code.ts';
import { SOME_ROWS, type MiniBlockHead } from './mini-block-head.ts';
import type { NearUnits } from './prediction.ts';
import type { ScaledRows } from '../rows.ts';

/** Decodes payloads. */
export class MiniBlockDecoder {
  readonly #layout: BlockLayout;
  readonly #reader = new BitReader();
  readonly #changes: ChangeMasks;
  readonly #columns: ColumnDecoder;
  readonly #flagRuns: FlagRuns;
  readonly #present: Uint8Array;

  constructor(layout: BlockLayout) {
    this.#layout = layout;
    this.#changes = new ChangeMasks(layout.rows);
    this.#columns = new ColumnDecoder(layout.rows, this.#changes);
    this.#flagRuns = new FlagRuns(layout.rows);
    this.#present = new Uint8Array(layout.rows);
  }

  /** Decodes the payload that starts at `from` in the block. */
  decode(block: Uint8Array, from: number, head: MiniBlockHead, into: ScaledRows): BlockDamaged | undefined {
    const reader = this.#reader;
    reader.load(block, from, from + head.payloadBytes);
    into.count = 0;
    if (head.count > 0) {
      this.#readRowNumbers(head, into.rowNumbers);
      this.#readFlags(head, into.flags);
      this.#changes.clear();
      for (let c = 0; c < this.#layout.columns.length && reader.sound; c++) this.#readColumn(c, head, into);
    }
    if (!reader.finished) return new BlockDamaged('CONTENT', 'the payload does not match its head');
    into.count = head.count;
    return undefined;
  }

  #readPresent(head: MiniBlockHead): void {
    const { rows } = this.#layout;
    readMask(this.#reader, this.#present, rows);
    let count = 0;
    for (let i = 0; i < rows; i++) count += this.#present[i]!;
    if (count !== head.count) this.#reader.refuse();
  }

  /** The head must have rows. */
  #readRowNumbers(head: MiniBlockHead, into: Uint16Array): void {
    if (head.rowsForm !== SOME_ROWS) {
      for (let i = 0; i < head.count; i++) into[i] = i;
      return;
    }
    this.#readPresent(head);
    let count = 0;
    for (let i = 0; i < this.#layout.rows; i++) if (this.#present[i] === 1) into[count++] = i;
  }

  #readFlags(head: MiniBlockHead, into: Uint16Array): void {
    if (head.hasFlagRuns) this.#flagRuns.read(this.#reader, into, head.count);
    else into.fill(head.flagMask, 0, head.count);
  }

  #readColumn(c: number, head: MiniBlockHead, into: ScaledRows): void {
    const column = head.columns[c]!;
    into.exponents[c] = column.shape === RAW_DOUBLES ? RAW_EXPONENT : column.exponent;
    this.#columns.read(this.#reader, column, head.count, this.#near(c, into), into.units[c]!);
  }

  #near(c: number, into: ScaledRows): NearUnits | undefined {
    const near = this.#layout.columns[c]!.near;
    if (!near || into.exponents[near.column] !== into.exponents[c]) return undefined;
    return { units: into.units[near.column]!, lag: near.lag };
  }
}
