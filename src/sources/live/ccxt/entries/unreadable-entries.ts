import type { Loop } from '../../../../core/async/loop.ts';
import type { EntryList, ListEntry } from './entry-lists.ts';

/** If more than this share of a list cannot be read, the list itself has another layout. */
const MAX_UNREADABLE_SHARE = 0.5;
/** Limits the work for a reply that was made to be slow to search. */
const MAX_TRIES = 400;

/** Whether the remaining entries of all lists can be read. */
export type IsReadable = () => Promise<boolean>;

/**
 * Removes unreadable entries from lists. It bisects one list after the other, so that each unreadable entry costs a few
 * tries on ever smaller parts. Each try takes a turn of the event loop, so that other exchanges and this one's deadline
 * need not wait for all of them. Undefined if too much would be removed: the lists are unchanged then.
 */
export async function leaveOutUnreadable(
  lists: readonly EntryList[],
  isReadable: IsReadable,
  loop: Pick<Loop, 'nextTurn'>,
): Promise<readonly ListEntry[] | undefined> {
  let tries = 0;
  const isRead = async () => {
    tries += 1;
    if (tries > MAX_TRIES) return false;
    await new Promise<void>((resolve) => loop.nextTurn(resolve));
    return isReadable();
  };
  for (const list of lists) list.keep([]);
  const leftOut: ListEntry[] = [];
  for (const list of lists) {
    const unreadable = await unreadableOf(list, list.entries, isRead);
    if (tries > MAX_TRIES || unreadable.size > list.entries.length * MAX_UNREADABLE_SHARE) break;
    list.keep(list.entries.filter((entry) => !unreadable.has(entry)));
    leftOut.push(...unreadable);
    if (list === lists.at(-1)) return leftOut;
  }
  for (const list of lists) list.keep(list.entries);
  return undefined;
}

async function unreadableOf(
  list: EntryList,
  entries: readonly ListEntry[],
  isRead: IsReadable,
): Promise<Set<ListEntry>> {
  list.keep(entries);
  if (await isRead()) return new Set();
  if (entries.length <= 1) return new Set(entries);
  const middle = entries.length >> 1;
  const first = await unreadableOf(list, entries.slice(0, middle), isRead);
  const second = await unreadableOf(list, entries.slice(middle), isRead);
  return new Set([...first, ...second]);
}
