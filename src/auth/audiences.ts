import { Lru } from '../core/lru.ts';

export type AudienceKind = (typeof AUDIENCE_KINDS)[number];

export const AUDIENCE_KINDS = ['rest', 'stream'] as const;

export function isAudienceKind(value: unknown): value is AudienceKind {
  return (AUDIENCE_KINDS as readonly unknown[]).includes(value);
}

/** Where MCP is served. Clients of it name this path as their audience (RFC 9728); it is that of REST. */
export const MCP_PATH = '/mcp';

const REST_SCHEMES = new Set(['http:', 'https:']);
const STREAM_SCHEMES = new Set(['ws:', 'wss:']);
const MAX_URL_LENGTH = 2048;
const MAX_REMEMBERED = 256;
/** Longer pairs of audience and host are parsed each time. */
const MAX_REMEMBERED_LENGTH = 256;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface AudienceOptions {
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Whether the operator set the URL. If not, an audience that names the request's own host is accepted. */
  readonly baseUrlConfigured: boolean;
  readonly wsUrlConfigured: boolean;
  /** More audiences that token requests may name: URLs without a trailing slash. */
  readonly audiences?: readonly string[] | undefined;
}

export class Audiences {
  readonly rest: string;
  readonly stream: string;
  readonly #options: AudienceOptions;
  readonly #further: readonly URL[];
  readonly #resolved = new Lru<string, AudienceKind | 'none'>({ maxEntries: MAX_REMEMBERED });

  constructor(options: AudienceOptions) {
    this.rest = withoutTrailingSlash(options.baseUrl);
    this.stream = withoutTrailingSlash(options.wsUrl);
    this.#options = options;
    this.#further = (options.audiences ?? []).map((audience) => new URL(audience));
  }

  /** The audiences accepted with any Host header: our own, and the additional ones as the operator wrote them. */
  get named(): readonly string[] {
    return [...new Set([this.rest, this.stream, ...(this.#options.audiences ?? [])])];
  }

  canonical(kind: AudienceKind): string {
    return kind === 'rest' ? this.rest : this.stream;
  }

  /** Undefined for an audience that is not ours. Clients send few different ones, so results are cached. `host` is the request's Host header. */
  resolve(audience: string, host: string | undefined): AudienceKind | undefined {
    const key = `${host?.length ?? 'none'} ${host ?? ''}${audience}`;
    if (key.length > MAX_REMEMBERED_LENGTH) return this.#parse(audience, host);
    let kind = this.#resolved.get(key);
    if (kind === undefined) this.#resolved.set(key, (kind = this.#parse(audience, host) ?? 'none'));
    return kind === 'none' ? undefined : kind;
  }

  #parse(audience: string, host: string | undefined): AudienceKind | undefined {
    const url = parse(audience);
    if (!url) return undefined;
    const kind = this.#kindOf(url, host);
    const path = withoutTrailingSlash(url.pathname);
    if (kind !== undefined || !REST_SCHEMES.has(url.protocol) || !path.endsWith(MCP_PATH)) return kind;
    return this.#kindOf(new URL(path.slice(0, -MCP_PATH.length) || '/', url), host);
  }

  #kindOf(url: URL, host: string | undefined): AudienceKind | undefined {
    if (sameUrl(url, parse(this.rest))) return 'rest';
    if (sameUrl(url, parse(this.stream))) return 'stream';
    if (this.#further.some((further) => sameUrl(url, further)))
      return STREAM_SCHEMES.has(url.protocol) ? 'stream' : 'rest';
    if (REST_SCHEMES.has(url.protocol) && !this.#options.baseUrlConfigured) {
      return namesHost(url, host) ? 'rest' : undefined;
    }
    if (STREAM_SCHEMES.has(url.protocol) && !this.#options.wsUrlConfigured) {
      return namesHost(url, host) ? 'stream' : undefined;
    }
    return undefined;
  }
}

/** A loop, because a regular expression takes quadratic time on input that an attacker can craft. */
function withoutTrailingSlash(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === '/') end--;
  return url.slice(0, end);
}

function parse(text: string): URL | undefined {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return plain ? url : undefined;
}

function sameUrl(a: URL, b: URL | undefined): boolean {
  return (
    b !== undefined &&
    a.protocol === b.protocol &&
    a.host === b.host &&
    withoutTrailingSlash(a.pathname) === withoutTrailingSlash(b.pathname)
  );
}

/** Whether the audience names the host and port of the request. All loopback names count as the same host. */
function namesHost(url: URL, host: string | undefined): boolean {
  const own = host === undefined ? undefined : parse(`${url.protocol}//${host}`);
  if (!own || withoutTrailingSlash(url.pathname) !== '') return false;
  if (url.port !== own.port) return false;
  return url.hostname === own.hostname || (LOOPBACK.has(url.hostname) && LOOPBACK.has(own.hostname));
}
