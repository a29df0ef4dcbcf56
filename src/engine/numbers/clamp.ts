export function clamp(value: number, lowest: number, highest: number): number {
  if (value < lowest) return lowest;
  return value > highest ? highest : value;
}
