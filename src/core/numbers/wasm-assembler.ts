/**
 * Assembles small WebAssembly modules: one function over an imported memory. For inner loops over doubles that script cannot run
 * at the speed of the machine. The instructions here are those of IEEE 754, one rounding each; none is fused, so results are the
 * same to the last bit as in script.
 */
export type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;
const SIMD = 0xfd;
const NO_RESULT = 0x40;
/** The name of the format and its version. */
const HEADER: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const constant = (value: number): Code => [0x41, ...signed(value)];
export const add: Code = [0x6a];
export const multiply: Code = [0x6c];
export const isBelow: Code = [0x49];

/** Two doubles from the address on the stack. */
export const loadPair: Code = [SIMD, 0x00, 0, 0];
export const storePair: Code = [SIMD, 0x0b, 0, 0];
/** The double `offset` bytes after the address on the stack, twice. */
export const loadTwice = (offset: number): Code => [SIMD, 0x0a, 0, ...unsigned(offset)];
export const addPairs: Code = [SIMD, 0xf0, 0x01];
export const multiplyPairs: Code = [SIMD, 0xf2, 0x01];

/** One piece of code after the other. */
export function inOrder(...pieces: readonly Code[]): Code {
  return pieces.flat();
}

/** Runs the body, then again while the condition holds. */
export function repeatWhile(condition: Code, body: Code): Code {
  return [0x03, NO_RESULT, ...body, ...condition, 0x0d, 0, 0x0b];
}

/** The locals of a function: integers first, of which the first are its parameters, then pairs of doubles. */
export interface Locals {
  readonly parameters: number;
  readonly integers: number;
  readonly pairs: number;
}

/** A module that exports the function as `run` and imports its memory as `memory` of `host`. */
export function assemble({ parameters, integers, pairs }: Locals, code: Code): Uint8Array<ArrayBuffer> {
  const locals = [2, ...unsigned(integers - parameters), I32, ...unsigned(pairs), V128];
  const body = [...locals, ...code, 0x0b];
  const type = [0x60, parameters, ...Array.from({ length: parameters }, () => I32), 0];
  return Uint8Array.from([
    ...HEADER,
    ...section(1, type),
    ...section(2, [...name('host'), ...name('memory'), 2, 0, 1]),
    ...section(3, [0]),
    ...section(7, [...name('run'), 0, 0]),
    ...section(10, [...unsigned(body.length), ...body]),
  ]);
}

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** What is used of it: @types/node does not declare it. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => Memory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly host: { readonly memory: Memory } },
  ) => { readonly exports: { readonly run: (...parameters: readonly number[]) => void } };
};

const PAGE_BYTES = 65_536;

/** The function of an assembled module, and its memory. Throws if the process cannot run WebAssembly with pairs of doubles. */
export function instantiate(module: Uint8Array<ArrayBuffer>, bytes: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { host: { memory } });
  return { run: exports.run, buffer: memory.buffer };
}

/** A section with one entry. */
function section(id: number, entry: Code): Code {
  return [id, ...unsigned(entry.length + 1), 1, ...entry];
}

function name(text: string): Code {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
}

/** LEB128: seven bits per byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** The same with the sign in bit 6 of the last byte. */
function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
