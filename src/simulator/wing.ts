import { SIMULATOR } from './definition.ts';

/** The only part of this folder that the rest of the service imports. */
export const wing = { sources: [SIMULATOR] };
