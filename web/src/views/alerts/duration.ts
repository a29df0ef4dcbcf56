const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

const WRITTEN = /^(?:(\d+)\s*d)?\s*(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+)\s*s)?$/i;

/** A duration without rounding, such as 1 h 30 min; empty for 0. `durationIn` reads it. */
export function durationText(seconds: number): string {
  let left = seconds;
  const parts = UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.join(' ');
}

/** Seconds; undefined if the text is not a duration. A number without a unit is not one. */
export function durationIn(text: string): number | undefined {
  const counts = WRITTEN.exec(text.trim())?.slice(1);
  if (!counts?.some((count) => count !== undefined)) return undefined;
  return UNITS.reduce((sum, [size], i) => sum + size * Number(counts[i] ?? 0), 0);
}
