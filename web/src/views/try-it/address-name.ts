/** What follows the view in an address: `listAssets` of `#/try-it/listAssets`. */
export function nameIn(hash: string): string {
  const [, name = ''] = /^#\/try-it\/(.*)$/.exec(hash) ?? [];
  try {
    return decodeURIComponent(name);
  } catch (error) {
    // An address that someone mistyped is taken as it is.
    if (error instanceof URIError) return name;
    throw error;
  }
}
