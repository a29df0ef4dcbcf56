/** Slider positions from -100 to 100, with finer steps in the middle. */

/** Ten times a price, in basis points above it. */
const MAX_BPS = 90_000;
const DECADES = 3;

/** A price down to a tenth or up to ten times. */
export function priceTimesAt(position: number): number {
  const bps = (MAX_BPS + 1) ** (Math.abs(position) / 100) - 1;
  const times = 1 + bps / 10_000;
  return position < 0 ? 1 / times : times;
}

export function priceSliderOf(times: number): number {
  const bps = (Math.max(times, 1 / times) - 1) * 10_000;
  const position = Math.min(100, (Math.log(bps + 1) / Math.log(MAX_BPS + 1)) * 100);
  return times < 1 ? -position : position;
}

/** A volume from a thousandth to a thousand times. */
export function volumeTimesAt(position: number): number {
  return 10 ** ((position / 100) * DECADES);
}

export function volumeSliderOf(times: number): number {
  return Math.min(100, Math.max(-100, (Math.log10(times) / DECADES) * 100));
}
