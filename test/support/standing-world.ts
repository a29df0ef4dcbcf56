import { contractIdOf } from '../../src/core/ids/entity-id.ts';
import { entityKey, recordId } from '../../src/core/ids/record-id.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const SLOT = '2026-03-01T12:00:00.000Z';

/** A world whose market time hardly moves, so that the served values are known in advance. */
export const STANDING_WORLD = {
  /** Flags of the service. */
  argv: ['--start', '2026-03-01T12:00:05Z', '--speed', '0.01', '--fault-rate', '0'],
  /** Its newest slot. */
  slot: SLOT,
  /** Id of the MWA of BTC_USD at that slot. */
  btcUsdTick: recordId('mwa', Date.parse(SLOT), entityKey(BTC_USD)),
  /** A perpetual of Kraken's. */
  perpetual: contractIdOf(KRAKEN, 'perpetuals', 'PI_XBTUSD', Infinity),
} as const;
