import type { ReferenceVersion } from '../../core/reference-data.ts';
import { applyChanges, changeBetween, type ReferenceChange } from './reference-change.ts';
import type { VersionEntry } from './reference-versions.ts';

/** A version as it is sent: whole, or as the change from the previous version. */
export type ReferenceNews =
  | ReferenceVersion
  | (VersionEntry & {
      /** Hash of the version that the change applies to. */
      readonly after: string;
      readonly change: ReferenceChange;
    });

/** The shorter message for receivers that have the previous version. */
export function newsOf({ hash, from, data }: ReferenceVersion, before: ReferenceVersion): ReferenceNews {
  return { hash, from, after: before.hash, change: changeBetween(before.data, data) };
}

/** Undefined if the change applies to another version than the known one. */
export function applyNews(
  news: ReferenceNews,
  known: ReferenceVersion | undefined,
): ReferenceVersion | undefined {
  if ('data' in news) return news;
  if (known?.hash !== news.after) return undefined;
  const { hash, from, change } = news;
  return { hash, from, data: applyChanges(known.data, [change]) };
}
