/**
 * Why values are missing. `BACKFILL`: they are being filled in. Ask again in a few seconds, or use an export, which waits for them. Later
 * versions of the service may send further reasons.
 */
export type IncompleteReason =
  | 'DOWN'
  | 'SOURCE'
  | 'DISK'
  | 'NOT_LISTED'
  | 'UNKNOWN'
  | 'BACKFILL'
  | 'RETENTION'
  | 'BEFORE_FIRST'
  | (string & {});

/** A part of a requested range that the answer lacks: from `from`, inclusive, to `to`, exclusive. */
export interface Incomplete {
  readonly reason: IncompleteReason;
  readonly from: string;
  readonly to: string;
}

/** Called with the missing parts of an answer. If it throws, the call fails. */
export type OnIncomplete = (incomplete: readonly Incomplete[]) => void;

export const INCOMPLETE_HEADER = 'tidemark-incomplete';

// A list of tokens with parameters (RFC 8941).
const TOKEN = /^[A-Za-z*][^\s",;=()]*/;
const PARAMETER = /^; *([a-z*][\w.*-]*)(?:=(?:"((?:[^"\\]|\\["\\])*)"|[^\s",;()]+))?/;
const COMMA = /^[ \t]*,[ \t]*/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The missing parts listed in a header; undefined if it cannot be parsed. */
export function incompleteIn(header: string): Incomplete[] | undefined {
  let left = header.trim();
  const take = (pattern: RegExp) => {
    const found = pattern.exec(left);
    left = left.slice(found?.[0].length);
    return found;
  };
  const items: Incomplete[] = [];
  do {
    const [reason] = take(TOKEN) ?? [];
    const parameters: Record<string, string | undefined> = {};
    for (let found; (found = take(PARAMETER));) parameters[found[1]!] = found[2];
    const { from = '', to = '' } = parameters;
    const isRange = INSTANT.test(from) && INSTANT.test(to) && Date.parse(from) < Date.parse(to);
    if (!reason || !isRange) return undefined;
    items.push({ reason, from, to });
  } while (take(COMMA));
  return left ? undefined : items;
}

/**
 * Missing parts of several answers: oldest first, with adjacent or overlapping ones of the same reason
 * joined.
 */
export function joined(all: readonly Incomplete[]): Incomplete[] {
  const found: Incomplete[] = [];
  for (const item of all.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))) {
    const at = found.findLastIndex(({ reason }) => reason === item.reason);
    const before = found[at];
    if (!before || Date.parse(item.from) > Date.parse(before.to)) found.push(item);
    else if (Date.parse(item.to) > Date.parse(before.to)) found[at] = { ...before, to: item.to };
  }
  return found;
}
