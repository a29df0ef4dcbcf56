/** The address of a view, and of one thing in it. */
export function addressOf(path: string, name = ''): string {
  return name === '' ? `#/${path}` : `#/${path}/${encodeURIComponent(name)}`;
}

/** An address without its settings: `#/asset/BTC` of `#/asset/BTC?compare=ETH`. */
export function withoutSettings(hash: string): string {
  return hash.split('?', 1)[0]!;
}

/** The settings of an address, including the question mark: `?compare=ETH`; empty if there are none. */
export function settingsIn(hash: string): string {
  return hash.slice(withoutSettings(hash).length);
}

/** The names that the chart of an address is compared with, in their order. */
export function comparedIn(hash: string): readonly string[] {
  const named = new URLSearchParams(settingsIn(hash)).get(COMPARE) ?? '';
  return named.split(',').filter((name) => name !== '');
}

/** An address whose chart is compared with these names. */
export function withCompared(hash: string, names: readonly string[]): string {
  const settings = new URLSearchParams(settingsIn(hash));
  if (names.length === 0) settings.delete(COMPARE);
  else settings.set(COMPARE, names.join(','));
  // Commas need no encoding here, and people read addresses.
  const text = settings.toString().replaceAll('%2C', ',');
  return withoutSettings(hash) + (text === '' ? '' : `?${text}`);
}

const COMPARE = 'compare';
