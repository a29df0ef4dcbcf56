import type { ReferenceVersion } from '../../core/reference-data.ts';
import { applyChanges, changeBetween, type ReferenceChange } from './reference-change.ts';
import type { VersionEntry } from './reference-versions.ts';

/** A version as it is handed on: whole, or as what has changed since the version before it. */
export type ReferenceNews =
  | ReferenceVersion
  | (VersionEntry & {
      /** The name of the version that the change applies to. */
      readonly after: string;
      readonly change: ReferenceChange;
    });

/** The shorter way to tell a version to those who have the one before. */
export function newsOf({ hash, from, data }: ReferenceVersion, before: ReferenceVersion): ReferenceNews {
  return { hash, from, after: before.hash, change: changeBetween(before.data, data) };
}

/** Undefined where the version that a change applies to is not the one that is known. */
export function heard(
  news: ReferenceNews,
  known: ReferenceVersion | undefined,
): ReferenceVersion | undefined {
  if ('data' in news) return news;
  if (known?.hash !== news.after) return undefined;
  const { hash, from, change } = news;
  return { hash, from, data: applyChanges(known.data, [change]) };
}
