import type { Bar } from './bar.ts';
import type { Interval } from './intervals.ts';

/** Why a chart has no volume bars; undefined if it has, or if it shows nothing yet. */
export function volumeNote(interval: Interval, bars: readonly Bar[]): string | undefined {
  if (bars.length === 0 || bars.some(({ volume }) => volume !== undefined)) return undefined;
  if (interval === '30s') return 'No volume bars: the line shows single values. Candles of 1d have a volume.';
  if (interval === '1d') return 'No volume bars: these days have no volume.';
  return 'No volume bars: candles shorter than 1d have a volume for BLX, ELX and XRPLX only. Choose 1d.';
}
