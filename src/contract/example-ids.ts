import { WELL_KNOWN_ASSETS } from '../core/ids/well-known-ids.ts';

/** Ids for examples: they exist in the built-in data, and existing clients know them. */
export const EXAMPLE_IDS = {
  /** BTC. */
  asset: WELL_KNOWN_ASSETS.BTC,
  /** BTC_USD. */
  market: '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe',
  /** Kraken. */
  exchange: 'fa75a209-f460-4195-bbcc-56eb72286e3d',
} as const;
