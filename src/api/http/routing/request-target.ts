import type { Sent } from './call.ts';

/** The parsed target of a request. */
export interface RequestTarget {
  /** Decoded, without a trailing slash: the root has no segment. */
  readonly segments: readonly string[];
  /** The path as one text if nothing in it was encoded: most routes are found by it alone. */
  readonly plainPath: string | undefined;
  readonly query: string;
}

/** Parses a target without a host; undefined if the path is not correctly encoded. */
export function readTarget(target: string): RequestTarget | undefined {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const query = end < 0 ? '' : target.slice(end + 1);
  if (!trimmed.includes('%')) return { segments: trimmed.split('/'), plainPath: trimmed, query };
  try {
    return { segments: trimmed.split('/').map(decodeURIComponent), plainPath: undefined, query };
  } catch {
    return undefined;
  }
}

const PLUS = /\+/g;

/** Incorrectly encoded parts are used as they are. */
export function readQuery(text: string): Sent {
  const sent = Object.create(null) as Record<string, string | string[]>;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
    const before = sent[name];
    if (before === undefined) sent[name] = value;
    else if (typeof before === 'string') sent[name] = [before, value];
    else before.push(value);
  }
  return sent;
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replace(PLUS, ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** A target with a host, which every server must accept (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** The path and query of a request's target. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(ORIGIN, '');
  return rest === url || rest.startsWith('/') ? rest : `/${rest}`;
}
