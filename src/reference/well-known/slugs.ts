/** Creates a missing slug from a name: lower case, letters without accents, a hyphen for everything else. */
export function slugOf(name: string): string {
  const plain = name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Creates a missing address in the domain reserved for examples, so that it belongs to no one. */
export function urlOf(slugName: string): string {
  return `https://${encodeURIComponent(slugName).replaceAll('%', '').toLowerCase()}.example`;
}
