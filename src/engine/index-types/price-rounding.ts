import type { IndexType } from '../../core/index-value.ts';
import { roundLxPrice, roundSignificant } from '../numbers/rounding.ts';
import type { IndexTypeDescriptor } from './descriptor.ts';
import { DESCRIPTORS } from './index-types.ts';

const ROUNDINGS: Readonly<Record<IndexTypeDescriptor['rounding'], (price: number) => number>> = {
  'significant digits': roundSignificant,
  decimals: roundLxPrice,
};

/** The rounding of prices of this type. */
export function priceRounding(indexType: IndexType): (price: number) => number {
  return ROUNDINGS[DESCRIPTORS[indexType].rounding];
}
