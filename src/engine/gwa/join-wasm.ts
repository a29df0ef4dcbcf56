import {
  add,
  addPairs,
  assemble,
  constant,
  get,
  instantiate,
  isBelow,
  loadPair,
  loadTwice,
  multiply,
  multiplyPairs,
  repeatWhile,
  set,
  storePair,
  type Code,
} from '../../core/numbers/wasm-assembler.ts';
import type { NetworkLayout, NetworkMemory } from './network-memory.ts';

const DOUBLE = 8;
const PAIR = 2 * DOUBLE;

// Parameters: addresses in bytes, except for the row, which is the first to change, and the number of rows.
const [SOURCE, STRIDE, SHARES, ROW, SIZE] = [0, 1, 2, 3, 4];
const [SOURCE_END, SHARE] = [5, 6];
/** The current pair of columns in the four eliminated rows, and in the two rows that change. */
const FROM = [7, 8, 9, 10] as const;
const TO = [11, 12] as const;
/** The shares of the two rows in each of the four. */
const SHARES_OF = [
  [13, 14, 15, 16],
  [17, 18, 19, 20],
] as const;
const CELLS = [21, 22, 23, 24] as const;

/** `Join` in WebAssembly, two rows and two columns at a time; undefined if the process cannot run it. */
export function joinWasm({ size, stride, shares, length }: NetworkLayout): NetworkMemory | undefined {
  try {
    const { run, buffer } = instantiate(joinModule(), length * DOUBLE);
    const strideBytes = stride * DOUBLE;
    const join = (first: number) => {
      if (first + 4 < size) run(first * strideBytes, strideBytes, shares * DOUBLE, first + 4, size);
    };
    return { numbers: new Float64Array(buffer, 0, length), join };
  } catch {
    // No WebAssembly (--jitless), no vector instructions, or no address space for its memory.
    return undefined;
  }
}

function joinModule() {
  const locals = { parameters: 5, integers: 13, pairs: 12 };
  return assemble(
    locals,
    repeatWhile([...get(ROW), ...get(SIZE), ...isBelow], [...joinTwoRows(), ...increase(ROW, 2)]),
  );
}

function joinTwoRows(): Code {
  const column = [...get(ROW), ...constant(DOUBLE), ...multiply];
  const columns = repeatWhile([...get(FROM[0]), ...get(SOURCE_END), ...isBelow], joinPairs());
  return [
    ...[...get(SHARES), ...column, ...add, ...set(SHARE)],
    ...FROM.flatMap((_, n) => [
      ...SHARES_OF.flatMap((share, row) => [...get(SHARE), ...loadTwice(row * DOUBLE), ...set(share[n]!)]),
      ...[...get(SHARE), ...get(STRIDE), ...add, ...set(SHARE)],
    ]),
    ...[...get(SOURCE), ...column, ...add, ...set(FROM[0])],
    ...FROM.slice(1).flatMap((from, n) => [...get(FROM[n]!), ...get(STRIDE), ...add, ...set(from)]),
    ...[...get(ROW), ...get(STRIDE), ...multiply, ...column, ...add, ...set(TO[0])],
    ...[...get(TO[0]), ...get(STRIDE), ...add, ...set(TO[1])],
    ...[...get(SOURCE), ...get(STRIDE), ...add, ...set(SOURCE_END)],
    ...columns,
  ];
}

/** Starts at the column of the first row, so it also writes cells that are never read, and ends with the stride. */
function joinPairs(): Code {
  return [
    ...FROM.flatMap((from, n) => [...get(from), ...loadPair, ...set(CELLS[n]!)]),
    ...TO.flatMap((to, row) => [
      ...[...get(to), ...get(to), ...loadPair],
      ...CELLS.flatMap((cell, n) => [
        ...[...get(SHARES_OF[row]![n]!), ...get(cell), ...multiplyPairs],
        ...(n > 0 ? addPairs : []),
      ]),
      ...[...addPairs, ...storePair],
    ]),
    ...[...FROM, ...TO].flatMap((address) => increase(address, PAIR)),
  ];
}

function increase(local: number, by: number): Code {
  return [...get(local), ...constant(by), ...add, ...set(local)];
}
