import type { IndexType, SeriesId } from '../../core/index-value.ts';
import type { IndexTypeDescriptor } from './descriptor.ts';
import { GWA } from './gwa.ts';
import { LX } from './lx.ts';
import { MWA } from './mwa.ts';

/**
 * One descriptor per type. `INDEX_TYPES` (`src/core/index-value.ts`) defines the order; a type without a descriptor does not
 * compile.
 */
export const DESCRIPTORS = { MWA, GWA, LX } as const satisfies {
  readonly [Type in IndexType]: IndexTypeDescriptor & { readonly name: Type };
};

/** Whether ticks have the volume traded in their slot in addition to the 24-hour volume. */
export function hasTickVolume(indexType: IndexType): boolean {
  return DESCRIPTORS[indexType].volumes.rule === 'traded';
}

/** The texts that the hash in the ids of ticks and days of a series covers. */
export function recordEntity({ indexType, indexId }: SeriesId): readonly string[] {
  const { isTypeInHash }: IndexTypeDescriptor['records'] = DESCRIPTORS[indexType].records;
  return isTypeInHash ? [indexType, indexId] : [indexId];
}
