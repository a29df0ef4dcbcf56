import { join } from 'node:path';
import { Lru } from '../../../core/lru.ts';
import type { EngineReference } from '../../../engine/engine-reference.ts';
import type { References } from '../../../values/receipts/recomputation.ts';
import { ReferenceLogReader } from '../../../reference/versions/reference-log.ts';
import { REFERENCE_FILE } from '../../directory/data-format.ts';
import { engineReference } from './engine-version.ts';

/** Consecutive recomputed ticks use few versions. */
const MAX_CACHED = 4;

/** The stored reference data of a data directory, in the engine's form. */
export function storedReferences(folder: string): References {
  const reader = new ReferenceLogReader(join(folder, REFERENCE_FILE));
  const kept = new Lru<string, EngineReference>({ maxEntries: MAX_CACHED });
  return (hash) => {
    const known = kept.get(hash);
    if (known) return known;
    const data = reader.byHash(hash);
    if (!data) return undefined;
    const reference = engineReference(data);
    kept.set(hash, reference);
    return reference;
  };
}
