import type { ListFormat } from '../../../contract/formats.ts';
import { Lru } from '../../../core/lru.ts';
import { ENCODINGS, type Encoding } from '../../../latest/answers/prepared-answer.ts';
import { CSV_MEDIA_TYPE, NDJSON_MEDIA_TYPE } from './representation.ts';

const MAX_REMEMBERED = 256;

/** Parses Accept-Encoding. Clients send few different headers, so results are cached. */
export class EncodingNegotiation {
  readonly #remembered = new Lru<string, Encoding | 'identity'>({ maxEntries: MAX_REMEMBERED });

  /** The best encoding that both sides support; undefined for none. */
  choose(header: string | undefined): Encoding | undefined {
    if (header === undefined || header === '') return undefined;
    let chosen = this.#remembered.get(header);
    if (chosen === undefined) this.#remembered.set(header, (chosen = bestOf(header) ?? 'identity'));
    return chosen === 'identity' ? undefined : chosen;
  }
}

const NAMES_HTML = /(?:^|[\s,])text\/html(?:[\s,;]|$)/i;

/** Whether Accept names HTML, as browsers do. A wildcard does not count. */
export function namesHtml(header: string | undefined): boolean {
  return header !== undefined && NAMES_HTML.test(header);
}

/** Whether Accept allows a media type. Without the header every type is. */
export function acceptsMediaType(header: string | undefined, type: string): boolean {
  if (header === undefined) return true;
  const weights = weightsOf(header);
  const ofKind = weights.get(`${type.split('/', 1)[0]}/*`) ?? weights.get('*/*');
  return (weights.get(type) ?? ofKind ?? 0) > 0;
}

const FORMAT_OF: ReadonlyMap<string, ListFormat> = new Map([
  ['application/json', 'json'],
  [CSV_MEDIA_TYPE, 'csv'],
  [NDJSON_MEDIA_TYPE, 'ndjson'],
]);

/** Parses Accept. */
export class FormatNegotiation {
  readonly #remembered = new Lru<string, ListFormat>({ maxEntries: MAX_REMEMBERED });

  /** JSON unless the client names another supported form. */
  choose(header: string | undefined): ListFormat {
    if (header === undefined || header === '*/*') return 'json';
    let chosen = this.#remembered.get(header);
    if (chosen === undefined) this.#remembered.set(header, (chosen = formatOf(header)));
    return chosen;
  }
}

/**
 * The highest weight wins; with equal weights, the first one named. A named form precedes JSON from a
 * wildcard.
 */
function formatOf(header: string): ListFormat {
  const weights = weightsOf(header);
  let best: ListFormat | undefined;
  let bestWeight = 0;
  for (const [name, weight] of weights) {
    const format = FORMAT_OF.get(name);
    if (format === undefined || weight <= bestWeight) continue;
    best = format;
    bestWeight = weight;
  }
  const anyWeight = Math.max(weights.get('*/*') ?? 0, weights.get('application/*') ?? 0);
  return best === undefined || anyWeight > bestWeight ? 'json' : best;
}

/** The highest weight wins; with equal weights, the order of ENCODINGS, smallest output first. */
function bestOf(header: string): Encoding | undefined {
  const weights = weightsOf(header);
  const identity = weights.get('identity') ?? 0;
  let best: Encoding | undefined;
  let bestWeight = 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight && weight >= identity) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0;
    if (name !== '') weights.set(name, weight);
  }
  return weights;
}

/** Whether If-None-Match names this entity tag (RFC 9110: weak comparison, lists, `*`). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
