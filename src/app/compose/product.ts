import type { Product } from '../config/settings.ts';
import { WINGS } from './all-wings.ts';
import { SOURCES } from './source-table.ts';

/** Sources and settings of this build. */
export const PRODUCT: Product = {
  sources: SOURCES,
  scaleOut: WINGS.find(({ settings }) => settings)?.settings,
};

/** Undefined in a build without the cluster wing. */
export const { composeRole } = WINGS.find((wing) => wing.composeRole) ?? {};
