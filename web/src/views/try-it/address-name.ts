/** What follows the view in an address: `listAssets` of `#/try-it/listAssets`. */
export function nameIn(hash: string): string {
  const [, name = ''] = /^#\/try-it\/(.*)$/.exec(hash) ?? [];
  try {
    return decodeURIComponent(name);
  } catch (error) {
    // A malformed address is used undecoded.
    if (error instanceof URIError) return name;
    throw error;
  }
}
