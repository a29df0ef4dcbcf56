import { outputOf, runTick } from '../../src/engine/engine.ts';
import type { EngineReference } from '../../src/engine/engine-reference.ts';
import { methodologyNamed } from '../../src/engine/methodology.ts';
import {
  hashRecord,
  recordTick,
  rootsOf,
  type Hash,
  type TickRecord,
} from '../../src/engine/record/tick-record.ts';
import type { TickInput } from '../../src/engine/tick-input.ts';

/** Positions of records that do not link to the previous one; empty for an unbroken chain. */
export function brokenLinks(records: readonly TickRecord[], hash: Hash): number[] {
  return records.flatMap((record, i) => {
    const before = records[i - 1];
    return before && record.previous !== hashRecord(before, hash) ? [i] : [];
  });
}

/**
 * Computes the tick again, with the methodology named in the record: true if everything is as recorded. `reference` is
 * the version named in the record.
 */
export function verifyTick(
  reference: EngineReference,
  input: TickInput,
  record: TickRecord,
  hash: Hash,
): boolean {
  const methodology = methodologyNamed(record.methodology);
  if (!methodology) return false;
  const run = runTick(reference, input, methodology);
  const tick = { input, run, output: outputOf(reference, input, run, methodology) };
  const links = { previous: record.previous, dayRoot: rootsOf(record)?.day ?? '' };
  const again = recordTick({ hash: record.reference, reference }, tick, links, hash);
  return hashRecord(again, hash) === hashRecord(record, hash);
}
