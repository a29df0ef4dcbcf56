import type { BitReader } from '../bits/bit-reader.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { MAX_EXPONENT } from './decimal-scale.ts';
import { writeRice } from '../bits/rice.ts';
import { unzigzag, zigzag } from '../bits/zigzag.ts';
import { MAX_PARAMETER } from '../bits/rice-limits.ts';

/** Shapes of a column in addition to the predictions, which are 0 to 5. */
export const CONSTANT = 6;
export const RAW_DOUBLES = 7;

/** The parameters for reading a column's codes. */
export interface ColumnHead {
  /** A prediction, CONSTANT or RAW_DOUBLES. */
  shape: number;
  /** True if a mask marks the codes that are not zero, and only those follow, minus 1. */
  sparse: boolean;
  exponent: number;
  /** The Rice parameter of the codes. */
  parameter: number;
  base: number;
}

export function emptyHead(): ColumnHead {
  return { ...INITIAL };
}

/** Copies field by field, the fastest way: heads are copied for every hour that is read. */
export function copyHead(from: ColumnHead, to: ColumnHead): void {
  to.shape = from.shape;
  to.sparse = from.sparse;
  to.exponent = from.exponent;
  to.parameter = from.parameter;
  to.base = from.base;
}

export function resetHead(head: ColumnHead): void {
  copyHead(INITIAL, head);
}

const INITIAL: Readonly<ColumnHead> = { shape: 0, sparse: false, exponent: 0, parameter: 0, base: 0 };
const SHAPE_BITS = 3;
const EXPONENT_BITS = 6;
/** The change over an hour is about 2^4 times that of a tick. */
const BASE_PARAMETER_ABOVE = 4;
const CONSTANT_BASE_PARAMETER = 2;

/** True if both are coded in the same way, except for the numbers. */
export function isAlike(head: ColumnHead, before: ColumnHead): boolean {
  if (head.shape !== before.shape || head.sparse !== before.sparse) return false;
  return head.shape === RAW_DOUBLES || head.exponent === before.exponent;
}

/** Writes how a column is coded, and updates `before` for the next head. */
export function writeForm(writer: BitWriter, head: ColumnHead, before: ColumnHead): void {
  writer.write(head.shape, SHAPE_BITS);
  before.shape = head.shape;
  before.sparse = head.sparse;
  if (head.shape === RAW_DOUBLES) return;
  writer.write(head.sparse ? 1 : 0, 1);
  writer.write(head.exponent + MAX_EXPONENT, EXPONENT_BITS);
  if (head.exponent !== before.exponent) before.base = 0;
  before.exponent = head.exponent;
}

export function readForm(reader: BitReader, before: ColumnHead): void {
  before.shape = reader.read(SHAPE_BITS);
  before.sparse = false;
  if (before.shape === RAW_DOUBLES) return;
  before.sparse = reader.read(1) === 1;
  const exponent = reader.read(EXPONENT_BITS) - MAX_EXPONENT;
  if (exponent > MAX_EXPONENT) reader.refuse();
  if (exponent !== before.exponent) before.base = 0;
  before.exponent = Math.min(exponent, MAX_EXPONENT);
}

/** Writes the numbers of a head as differences from those of `before`, and updates `before`. */
export function writeNumbers(writer: BitWriter, head: ColumnHead, before: ColumnHead): void {
  if (head.shape === RAW_DOUBLES) return;
  if (head.shape !== CONSTANT) {
    writeRice(writer, zigzag(head.parameter - before.parameter), 0);
    before.parameter = head.parameter;
  }
  writeRice(writer, zigzag(head.base - before.base), baseParameter(head));
  before.base = head.base;
}

export function readNumbers(reader: BitReader, before: ColumnHead): void {
  if (before.shape === RAW_DOUBLES) return;
  if (before.shape !== CONSTANT) {
    before.parameter += unzigzag(reader.readRice(0));
    if (!(before.parameter >= 0 && before.parameter <= MAX_PARAMETER)) refuseParameter(reader, before);
  }
  before.base += unzigzag(reader.readRice(baseParameter(before)));
}

function refuseParameter(reader: BitReader, before: ColumnHead): void {
  reader.refuse();
  before.parameter = 0;
}

function baseParameter(head: ColumnHead): number {
  if (head.shape === CONSTANT) return CONSTANT_BASE_PARAMETER;
  return Math.min(head.parameter + BASE_PARAMETER_ABOVE, MAX_PARAMETER);
}
