import type { ReferenceContent } from '../../core/reference-data.ts';
import type { ReferenceReader } from './reference-versions.ts';

/** Each is built from the log at a start, which waits for it. */
const MOST_VERSIONS = 4;

/** The last versions before the one that is in force now, oldest first; those that are damaged are left out. */
export function* earlierVersions(
  references: Pick<ReferenceReader, 'entries' | 'named'>,
  inForce: string,
): Generator<ReferenceContent> {
  const names = references.entries().map(({ hash }) => hash);
  // A version that came back counts where it was last.
  const distinct = names.filter((hash, i) => hash !== inForce && names.lastIndexOf(hash) === i);
  for (const hash of distinct.slice(-MOST_VERSIONS)) {
    const data = references.named(hash);
    if (data) yield data;
  }
}
