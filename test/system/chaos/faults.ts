import { BUS_FAULTS } from './bus-faults.ts';
import type { Fault } from './fault.ts';
import { LINK_FAULTS } from './link-faults.ts';
import { NODE_FAULTS } from './node-faults.ts';
import { STORE_FAULTS } from './store-faults.ts';

/** All kinds of faults. Each gets a flag and a row in the summary. */
export const FAULTS: readonly Fault[] = [...NODE_FAULTS, ...BUS_FAULTS, ...STORE_FAULTS, ...LINK_FAULTS];
