/**
 * The worlds that this version can build. The version changes when assets, markets or exchanges of the world get other ids; an
 * existing directory keeps the world it started with.
 *
 * - 2: the world of 1.0.0.
 * - 3: one id per asset and exchange, today's names.
 */
export const WORLD_VERSIONS = [2, 3] as const;
export type WorldVersion = (typeof WORLD_VERSIONS)[number];

/** The world of new directories. */
export const WORLD_VERSION: WorldVersion = 3;
/** The version of directories that were written before versions were stored. */
export const FIRST_WORLD_VERSION = 1;

export const WORLD_SIZES = ['full', 'small'] as const;
export type WorldSize = (typeof WORLD_SIZES)[number];
