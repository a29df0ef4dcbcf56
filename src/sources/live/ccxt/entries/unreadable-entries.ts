import type { Loop } from '../../../../core/async/loop.ts';
import type { EntryList, ListEntry } from './entry-lists.ts';

/** Where more than this share of a list cannot be read, it is the list that is not understood. */
const MOST_UNREADABLE = 0.5;
/** An answer that is made to be searched for long costs no more. */
const MOST_TRIES = 400;

/** Whether what is left of all lists can be read. */
export type IsReadable = () => Promise<boolean>;

/**
 * Leaves out of lists the entries that cannot be read: one list after the other is filled again by halves, so that one entry costs some
 * tries with ever fewer others. Each try has a turn of the event loop: other exchanges, and the deadline of this one, do not wait
 * for all of them. Undefined where too much would be left out: then lists are as before.
 */
export async function leaveOutUnreadable(
  lists: readonly EntryList[],
  isReadable: IsReadable,
  loop: Pick<Loop, 'nextTurn'>,
): Promise<readonly ListEntry[] | undefined> {
  let tries = 0;
  const isRead = async () => {
    tries += 1;
    if (tries > MOST_TRIES) return false;
    await new Promise<void>((resolve) => loop.nextTurn(resolve));
    return isReadable();
  };
  for (const list of lists) list.keep([]);
  const leftOut: ListEntry[] = [];
  for (const list of lists) {
    const unreadable = await unreadableOf(list, list.entries, isRead);
    if (tries > MOST_TRIES || unreadable.size > list.entries.length * MOST_UNREADABLE) break;
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
