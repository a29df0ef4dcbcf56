/** Changes when assets, markets or exchanges of the world get other ids: their history cannot be gone on with then. */
export const WORLD_VERSION = 2;
/** Directories were written without a version before there was a second. */
export const FIRST_WORLD_VERSION = 1;

export const WORLD_SIZES = ['full', 'small'] as const;
export type WorldSize = (typeof WORLD_SIZES)[number];
