import { carryHours, type RefusalHours } from '../../../engine/quality/refusal-hours.ts';
import type { Hash } from '../../../engine/record/tick-record.ts';
import type { InputReader } from '../../../history/input-store.ts';
import type { QualityRefresh } from '../../../latest/quality/quality-refresh.ts';
import { Recomputation } from '../../../values/receipts/recomputation.ts';
import type { EngineVersion } from './engine-version.ts';
import { columnsOf } from './index-columns.ts';
import { QualitySheet } from './quality-sheet.ts';
import type { StoredTick } from '../tick-loop.ts';

interface QualityParts {
  readonly inputs: InputReader;
  readonly hash: Hash;
  /** A version of the reference data by its name; undefined if unknown. */
  readonly versionOf: (hash: string) => EngineVersion | undefined;
  /** The version in force; `hours` has its order. */
  readonly inForce: EngineVersion;
  readonly hours: RefusalHours;
}

/** Quality of the last tick before a restart, recomputed from its inputs. Undefined if they are not kept. */
export async function recomputeQuality(
  { inputs, hash, versionOf, inForce, hours }: QualityParts,
  { at, record }: Pick<StoredTick, 'at' | 'record'>,
): Promise<QualityRefresh | undefined> {
  const frame = await inputs.read(at);
  if (typeof frame === 'string') return undefined;
  let version: EngineVersion | undefined;
  const references = (name: string) => (version = versionOf(name))?.reference;
  const tick = new Recomputation(references, inputs, hash).compute(frame);
  if (!version || typeof tick === 'string' || JSON.stringify(tick.record) !== Buffer.from(record).toString())
    return undefined;
  const { output } = tick;
  return new QualitySheet().publish({
    version,
    output,
    columns: columnsOf(output, version.orders.series),
    hours: version === inForce ? hours : carryHours(hours, inForce.reference, version.reference),
  });
}
