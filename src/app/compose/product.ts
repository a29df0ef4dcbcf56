import type { Product } from '../config/settings.ts';
import { WINGS } from './all-wings.ts';
import { SOURCES } from './source-table.ts';

/** What this version is made of. */
export const PRODUCT: Product = {
  sources: SOURCES,
  scaleOut: WINGS.find(({ settings }) => settings)?.settings,
};

/** Undefined in a version that runs in one process only. */
export const { composeRole } = WINGS.find((wing) => wing.composeRole) ?? {};
