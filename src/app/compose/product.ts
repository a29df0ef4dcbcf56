import type { Product } from '../config/settings.ts';
import { SOURCES } from './source-table.ts';

/** What this version is made of. */
export const PRODUCT: Product = { sources: SOURCES };
