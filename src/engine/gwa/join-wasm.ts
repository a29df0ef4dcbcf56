import {
  add,
  addPairs,
  assemble,
  constant,
  get,
  inOrder,
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
  const hasRows = inOrder(get(ROW), get(SIZE), isBelow);
  return assemble(
    { parameters: 5, integers: 13, pairs: 12 },
    repeatWhile(hasRows, inOrder(joinTwoRows(), increase(ROW, 2))),
  );
}

function joinTwoRows(): Code {
  const column = inOrder(get(ROW), constant(DOUBLE), multiply);
  const hasColumns = inOrder(get(FROM[0]), get(SOURCE_END), isBelow);
  return inOrder(
    inOrder(get(SHARES), column, add, set(SHARE)),
    ...FROM.map((_, n) => inOrder(loadShares(n), get(SHARE), get(STRIDE), add, set(SHARE))),
    inOrder(get(SOURCE), column, add, set(FROM[0])),
    ...FROM.slice(1).map((from, n) => inOrder(get(FROM[n]!), get(STRIDE), add, set(from))),
    inOrder(get(ROW), get(STRIDE), multiply, column, add, set(TO[0])),
    inOrder(get(TO[0]), get(STRIDE), add, set(TO[1])),
    inOrder(get(SOURCE), get(STRIDE), add, set(SOURCE_END)),
    repeatWhile(hasColumns, joinPairs()),
  );
}

/** The shares of both rows in eliminated row n. */
function loadShares(n: number): Code {
  return inOrder(
    ...SHARES_OF.map((share, row) => inOrder(get(SHARE), loadTwice(row * DOUBLE), set(share[n]!))),
  );
}

/** Starts at the column of the first row, so it also writes cells that are never read, and ends with the stride. */
function joinPairs(): Code {
  return inOrder(
    ...FROM.map((from, n) => inOrder(get(from), loadPair, set(CELLS[n]!))),
    ...TO.map((to, row) => inOrder(get(to), get(to), loadPair, joinedPair(row), addPairs, storePair)),
    ...[...FROM, ...TO].map((address) => increase(address, PAIR)),
  );
}

/** share0 x cell0 + share1 x cell1 + share2 x cell2 + share3 x cell3, added from the left. */
function joinedPair(row: number): Code {
  const product = (n: number) => inOrder(get(SHARES_OF[row]![n]!), get(CELLS[n]!), multiplyPairs);
  return inOrder(product(0), ...[1, 2, 3].map((n) => inOrder(product(n), addPairs)));
}

function increase(local: number, by: number): Code {
  return inOrder(get(local), constant(by), add, set(local));
}
