import { join } from 'node:path';
import type { Clock } from '../../../core/clocks/clock.ts';
import { quarantinedIn, type QuarantinedFile } from '../../../disk/quarantine.ts';
import { NO_PACING, type StorageDamage, type StoredPart } from '../../../history/scrub/finding.ts';
import { existingFolder } from '../../directory/data-directory.ts';
import { QUARANTINE } from '../../directory/data-format.ts';
import { partsOf } from './stored-parts.ts';

export interface VerifiedStorage {
  readonly files: number;
  readonly bytes: number;
  readonly damage: readonly StorageDamage[];
  readonly quarantine: readonly QuarantinedFile[];
}

/** Checks all stored data of a data directory now, whether a service runs or not. Changes nothing. */
export async function verifyStorage(
  data: string,
  onBytes?: (bytes: number, allBytes: number) => void,
  /** For checking files again that may just be changing; by default the machine's clock. */
  clock?: Clock,
): Promise<VerifiedStorage> {
  const folder = existingFolder(data);
  const parts = await partsOf(folder, clock).list();
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  let done = 0;
  const damage = await checkParts(parts, (part) => onBytes?.((done += part.bytes), bytes));
  return { files: parts.length, bytes, damage, quarantine: quarantinedIn(join(folder, QUARANTINE)) };
}

export async function checkParts(
  parts: readonly StoredPart[],
  onChecked: (part: StoredPart) => void = () => undefined,
): Promise<StorageDamage[]> {
  const damage: StorageDamage[] = [];
  for (const part of parts) {
    damage.push(...(await part.check(NO_PACING)));
    onChecked(part);
  }
  return damage;
}
