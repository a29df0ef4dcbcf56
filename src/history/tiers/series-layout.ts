import { indexTypeAt, type IndexType } from '../../core/index-value.ts';
import type { VolumeRule } from '../../engine/index-types/descriptor.ts';
import { DESCRIPTORS } from '../../engine/index-types/index-types.ts';
import { LX_LAYOUT, TICK_LAYOUT, type BlockLayout } from '../block/layout.ts';

const LAYOUTS: Readonly<Record<VolumeRule['layout'], BlockLayout>> = {
  tick: TICK_LAYOUT,
  'tick with volume': LX_LAYOUT,
};

/** The layout of a type's ticks in blocks. */
export function layoutOf(indexType: IndexType): BlockLayout {
  return LAYOUTS[DESCRIPTORS[indexType].volumes.layout];
}

/** The same for a series with this packed id. */
export function layoutOfPacked(series: Uint8Array): BlockLayout {
  return layoutOf(indexTypeAt(series[0]!));
}
