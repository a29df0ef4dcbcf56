/** How a missing slug is made from a name: lower case, letters without accents, everything else one hyphen. */
export function slugOf(name: string): string {
  const plain = name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** How a missing address is made: under the domain that is reserved for examples, so that it is no one's. */
export function urlOf(slugName: string): string {
  return `https://${encodeURIComponent(slugName).replaceAll('%', '').toLowerCase()}.example`;
}
