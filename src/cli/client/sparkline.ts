const BARS = '▁▂▃▄▅▆▇█';
const FLAT = '▄';

type Values = readonly (number | undefined)[];

/**
 * Draws values as bars between their minimum and maximum, newest at the right, with a blank for a missing
 * value. A column of several values shows their mean.
 */
export function sparkline(values: Values, columns: number, perColumn = 1): string {
  const shown = columns <= 0 ? [] : inColumns(values, perColumn).slice(-columns);
  const numbers = shown.filter((value) => value !== undefined && Number.isFinite(value)) as number[];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return shown
    .map((value) => {
      if (value === undefined || !Number.isFinite(value)) return ' ';
      if (high === low) return FLAT;
      return BARS[Math.min(BARS.length - 1, Math.floor(((value - low) / (high - low)) * BARS.length))];
    })
    .join('');
}

/** Groups values from the newest: the first column may have fewer. */
function inColumns(values: Values, perColumn: number): Values {
  if (perColumn === 1) return values;
  const means: (number | undefined)[] = [];
  for (let end = values.length; end > 0; end -= perColumn)
    means.unshift(meanOf(values.slice(Math.max(0, end - perColumn), end)));
  return means;
}

function meanOf(values: Values): number | undefined {
  const numbers = values.filter((value) => value !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
