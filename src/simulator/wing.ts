import { SIMULATOR } from './definition.ts';

/** All that the rest of the service knows of this folder. */
export const wing = { sources: [SIMULATOR] };
