/** A target with a host in front, which every server must accept (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** The path and query of a request's target. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(ORIGIN, '');
  return rest === url || rest.startsWith('/') ? rest : `/${rest}`;
}
