import { INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import { LX_LAYOUT, TICK_LAYOUT, type BlockLayout } from '../block/layout.ts';

/** How the ticks of a type are laid out in blocks. */
export function layoutOf(indexType: IndexType): BlockLayout {
  return indexType === 'LX' ? LX_LAYOUT : TICK_LAYOUT;
}

/** The same of a series by its packed id. */
export function layoutOfPacked(series: Uint8Array): BlockLayout {
  return layoutOf(INDEX_TYPES[series[0] ?? 0] as IndexType);
}
