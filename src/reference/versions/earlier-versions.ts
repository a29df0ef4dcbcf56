import type { ReferenceContent } from '../../core/reference-data.ts';
import type { ReferenceReader } from './reference-versions.ts';

/** A start builds each from the log and waits for it. */
const MAX_VERSIONS = 4;

/** The last versions before the current one, oldest first, without damaged ones. */
export function* earlierVersions(
  references: Pick<ReferenceReader, 'entries' | 'byHash'>,
  inForce: string,
): Generator<ReferenceContent> {
  const names = references.entries().map(({ hash }) => hash);
  // A version that came back counts at its last position.
  const distinct = names.filter((hash, i) => hash !== inForce && names.lastIndexOf(hash) === i);
  for (const hash of distinct.slice(-MAX_VERSIONS)) {
    const data = references.byHash(hash);
    if (data) yield data;
  }
}
