const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size on disk, such as 1.4 MiB. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
