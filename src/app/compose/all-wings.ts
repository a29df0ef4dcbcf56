import type { Wing } from './wing.ts';
import * as wings from './wings.ts';

export const WINGS: readonly Wing[] = Object.values<Wing>(wings);
