/** How many series share a row with their blocks of one hour. */
export const SERIES_PER_PART = 256;
export const partOf = (number: number): number => Math.floor(number / SERIES_PER_PART);

/** Concatenated blocks, some of them empty. Block i ends at `ends[i]`. */
export interface PackedBlocks {
  readonly ends: readonly number[];
  readonly blocks: Buffer;
}

export function packBlocks(blocks: readonly (Uint8Array | undefined)[]): PackedBlocks {
  let end = 0;
  const ends = blocks.map((block) => (end += block?.length ?? 0));
  return { ends, blocks: Buffer.concat(blocks.filter((block) => block !== undefined)) };
}

/** Undefined if the block is empty or missing. */
export function blockAt({ ends, blocks }: PackedBlocks, place: number): Uint8Array | undefined {
  const [from, to] = [place === 0 ? 0 : (ends[place - 1] ?? 0), ends[place] ?? 0];
  return to > from ? blocks.subarray(from, to) : undefined;
}

/** SQL for the bytes of one block of a row; `place` is SQL for the position of the block, from 1. */
export function blockSql(place: string): string {
  const from = `coalesce(ends[${place} - 1], 0)`;
  return `substring(blocks from ${from} + 1 for greatest(0, coalesce(ends[${place}], 0) - ${from}))`;
}
