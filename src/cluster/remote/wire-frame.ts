import type { InputColumn, InputFrame } from '../../history/input-store.ts';

const KINDS = [Float64Array, Int32Array, Uint16Array, Uint8Array] as const;

/** A frame for messages and answers: only its own fields, and bytes as a plain Uint8Array. */
export function toWireFrame({ at, columns, rest }: InputFrame): InputFrame {
  return {
    at,
    columns: columns.map(({ numbers, follows }) => ({
      numbers,
      ...(follows !== undefined && { follows }),
    })),
    rest: new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength),
  };
}

/** The received frame; undefined if it is not a frame of this version. */
export function fromWireFrame(sent: unknown): InputFrame | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const { at, columns, rest } = sent as { [Name in keyof InputFrame]?: unknown };
  const isFrame =
    Number.isSafeInteger(at) &&
    rest instanceof Uint8Array &&
    Array.isArray(columns) &&
    columns.every((column, place) => isColumn(column, columns, place));
  return isFrame ? (sent as InputFrame) : undefined;
}

function isColumn(column: unknown, columns: readonly unknown[], place: number): column is InputColumn {
  const { numbers, follows } = (column ?? {}) as { readonly numbers?: unknown; readonly follows?: unknown };
  if (!KINDS.some((kind) => numbers instanceof kind)) return false;
  if (follows === undefined) return true;
  if (typeof follows !== 'number' || !Number.isInteger(follows) || follows < 0 || follows >= place)
    return false;
  const leader = columns[follows] as InputColumn;
  return leader.numbers.length === (numbers as InputColumn['numbers']).length;
}
