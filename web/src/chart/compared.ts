import { messageOf } from '../format/errors.ts';
import { MAX_COMPARED } from './chart-colours.ts';

/** A name to compare the chart with. */
export interface Compared {
  readonly indexId: string;
  /** As the reader typed it, and as in the address. */
  readonly name: string;
  readonly title: string;
}

/** Names that were found, and the problem with the others; empty if there is none. */
export interface FoundNames {
  readonly compared: readonly Compared[];
  readonly problem: string;
}

export const FULL = 'A chart can show at most six names: remove one to add another';

/** Whether the maximum number of names is reached. */
export const isFull = (compared: readonly Compared[]): boolean => compared.length + 1 >= MAX_COMPARED;

/** Adds a name, if it can be drawn with the others. `than`: the index of the chart. */
export async function withName(
  known: readonly Compared[],
  name: string,
  than: string,
  find: (name: string) => Promise<{ readonly indexId: string }>,
): Promise<FoundNames> {
  if (isFull(known)) return { compared: known, problem: FULL };
  try {
    const { indexId } = await find(name);
    if (indexId === than || known.some((each) => each.indexId === indexId))
      return { compared: known, problem: 'Already in the chart' };
    return { compared: [...known, { indexId, name, title: name.toUpperCase() }], problem: '' };
  } catch (error) {
    return { compared: known, problem: messageOf(error) };
  }
}

/** Looks up the names of an address in order; the first six that are found are drawn. */
export async function withNames(
  names: readonly string[],
  than: string,
  find: (name: string) => Promise<{ readonly indexId: string }>,
): Promise<FoundNames> {
  let found: FoundNames = { compared: [], problem: '' };
  for (const name of names) {
    const next = await withName(found.compared, name, than, find);
    found = { ...next, problem: found.problem || next.problem };
  }
  return found;
}
