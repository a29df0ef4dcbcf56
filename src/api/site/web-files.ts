import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync, readFileSync, readdirSync } from '../../disk/files.ts';
import { contentTag } from '../../latest/bytes/content-tag.ts';
import { ENCODINGS, type EncodedBody, type Encoding } from '../../latest/answers/prepared-answer.ts';
import type { EncodedAnswer } from '../http/answers/responder.ts';

/** A file of the built page, in memory. */
export interface WebFile {
  /** Relative to the page: `assets/index-BdxlSbzz.js`. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly answer: EncodedAnswer;
  /** Its name changes with its content. */
  readonly isHashed: boolean;
}

/** The built page. */
export interface WebFiles {
  /** `index.html`. */
  readonly index: Buffer;
  readonly assets: readonly WebFile[];
}

const INDEX = 'index.html';
const ASSETS = 'assets';
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
/** Compressed forms are sent instead of their file; source maps are for developers of the page. */
const NOT_SERVED = /\.(?:br|gz|map)$/;
const HASHED = /-[\w-]{8}\.\w+$/;
const BINARY = 'application/octet-stream';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain; charset=utf-8'],
  ['wasm', 'application/wasm'],
  ['webmanifest', 'application/manifest+json'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
]);

/** Folder of the built page: next to `dist/src`, or in the build if the sources are run directly (tests). */
export function builtWebFolder(): string {
  const path = import.meta.url.endsWith('.ts') ? '../../../dist/web' : '../../../web';
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Reads everything at once: later no request path leads to a file. Undefined if no page was built. */
export function readWebFiles(folder: string): WebFiles | undefined {
  if (!existsSync(join(folder, INDEX))) return undefined;
  const assets = existsSync(join(folder, ASSETS)) ? filesIn(join(folder, ASSETS)) : [];
  return {
    index: readFileSync(join(folder, INDEX)),
    assets: assets
      .filter((path) => !NOT_SERVED.test(path))
      .map((path) => webFile(path, relative(folder, path).split(sep).join('/'))),
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function webFile(path: string, name: string): WebFile {
  const bytes = readFileSync(path);
  return {
    name,
    contentType: TYPES.get(name.split('.').at(-1) ?? '') ?? BINARY,
    bytes,
    answer: new FileAnswer(bytes, path),
    isHashed: HASHED.test(name),
  };
}

/** A file in the encodings that the build has created. */
class FileAnswer implements EncodedAnswer {
  readonly #bodies = new Map<Encoding | undefined, EncodedBody>();
  readonly #plain: EncodedBody;

  constructor(bytes: Buffer, path: string) {
    const tag = contentTag(bytes);
    this.#plain = { bytes, etag: `"${tag}"` };
    for (const encoding of ENCODINGS) {
      const compressed = path + SUFFIXES[encoding];
      if (!existsSync(compressed)) continue;
      const body = { bytes: readFileSync(compressed), etag: `"${tag}-${encoding}"`, encoding };
      this.#bodies.set(encoding, body);
    }
  }

  in(encoding: Encoding | undefined): EncodedBody {
    return this.#bodies.get(encoding) ?? this.#plain;
  }
}
