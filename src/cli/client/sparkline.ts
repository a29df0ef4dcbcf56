const BARS = '▁▂▃▄▅▆▇█';
const FLAT = '▄';

/** Values as bars between their lowest and highest, the newest at the right; a blank where one is missing. */
export function sparkline(values: readonly (number | undefined)[], columns: number): string {
  const shown = columns <= 0 ? [] : values.slice(-columns);
  const there = shown.filter((value) => value !== undefined && Number.isFinite(value)) as number[];
  const [low, high] = [Math.min(...there), Math.max(...there)];
  return shown
    .map((value) => {
      if (value === undefined || !Number.isFinite(value)) return ' ';
      if (high === low) return FLAT;
      return BARS[Math.min(BARS.length - 1, Math.floor(((value - low) / (high - low)) * BARS.length))];
    })
    .join('');
}
