import { textParameter, type ParameterKind } from '../../../contract/parameter-kinds.ts';
import { Type } from '../../../contract/schema.ts';
import { INTERVALS, type Interval } from '../../../core/candle-interval.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, type Millis } from '../../../core/time.ts';

export const DAY_RESOLUTION = '1D';

/** The resolution of candles of a length: its minutes, or a day. */
function resolutionOf(interval: Interval): string {
  const length = INTERVALS[interval];
  return length === DAY_MS ? DAY_RESOLUTION : String(length / MINUTE_MS);
}

const INTERVAL_BY_RESOLUTION: ReadonlyMap<string, Interval> = new Map(
  (Object.keys(INTERVALS) as Interval[]).map((interval) => [resolutionOf(interval), interval]),
);
export const RESOLUTIONS: readonly string[] = [...INTERVAL_BY_RESOLUTION.keys()];
/** Resolutions below a day. */
export const MINUTES: readonly string[] = RESOLUTIONS.filter((each) => each !== DAY_RESOLUTION);

const resolution: ParameterKind<Interval> = {
  schema: Type.Enum([...RESOLUTIONS]),
  parse: (given) => INTERVAL_BY_RESOLUTION.get(given === 'D' ? DAY_RESOLUTION : given),
  expects: `must be one of ${RESOLUTIONS.join(', ')}`,
};

/** The last second of the year 9999. */
const MAX_SECONDS = 253_402_300_799;

/** Charts ask for times before 1970 when they need many days. */
const seconds: ParameterKind<Millis> = {
  schema: Type.Integer(),
  parse: (given) =>
    /^-?\d{1,15}$/.test(given) ? Math.min(Math.max(Number(given), 0), MAX_SECONDS) * SECOND_MS : undefined,
  expects: 'must be whole seconds since 1970',
};

export function symbolList(max: number): ParameterKind<readonly string[]> {
  return {
    schema: Type.String(),
    parse: (given) => {
      const symbols = given.split(',').map((symbol) => symbol.trim());
      return symbols.length <= max && symbols.every((symbol) => symbol !== '') ? symbols : undefined;
    },
    expects: `must be 1 to ${max} symbols separated by commas`,
  };
}

export const SYMBOL = {
  symbol: { kind: textParameter, description: 'A ticker, BTC_USD, BTC or MWA:BTC_USD', required: true },
} as const;
export const RESOLUTION = {
  resolution: { kind: resolution, description: 'Length of bars', required: true },
} as const;
export const FROM = { kind: seconds, description: 'Start of the first bar' } as const;
export const TO = { kind: seconds, description: 'Bars begin before this time' } as const;

/** Any text; clients send some parameters that have no meaning here. */
export const TEXT = { kind: textParameter, description: 'Text' } as const;
