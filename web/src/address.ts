/** The address of a view, and of one thing in it. */
export function addressOf(path: string, name = ''): string {
  return name === '' ? `#/${path}` : `#/${path}/${encodeURIComponent(name)}`;
}
