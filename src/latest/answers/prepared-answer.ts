import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTag } from '../bytes/content-tag.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Compressing smaller bodies costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024;
/** The default of Brotli, 11, takes seconds for a large answer. */
const BROTLI_QUALITY = 5;

/** An encoded body with the ETag of exactly these bytes. */
export interface EncodedBody {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly encoding?: Encoding;
  /** Small bodies also as text, so that headers and body are sent in one write. */
  readonly text?: string;
}

/**
 * An answer that can be sent to any number of clients. Compressed forms are made on first demand, on the
 * thread pool, and cached.
 */
export class PreparedAnswer {
  readonly identity: EncodedBody;
  /** Identifies the content. */
  readonly tag: string;
  readonly #encoded = new Map<Encoding, EncodedBody | Promise<EncodedBody>>();

  /** Missing parts of the requested range, as in the header `Tidemark-Incomplete`. */
  readonly incomplete: string | undefined;

  /** `tag` identifies the content; by default it is the content's hash. */
  constructor(bytes: Buffer, tag: string = contentTag(bytes), incomplete?: string) {
    this.tag = tag;
    this.incomplete = incomplete;
    const small = bytes.length < MIN_COMPRESSED_BYTES;
    this.identity = { bytes, etag: `"${tag}"`, ...(small ? { text: bytes.toString() } : {}) };
  }

  /** A copy of an answer whose buffer will be reused. */
  static copyOf({
    bytes,
    tag,
    incomplete,
  }: {
    readonly bytes: Uint8Array;
    readonly tag: string;
    readonly incomplete?: string | undefined;
  }): PreparedAnswer {
    return new PreparedAnswer(Buffer.from(bytes), tag, incomplete);
  }

  static ofJson(text: string): PreparedAnswer {
    return new PreparedAnswer(Buffer.from(text));
  }

  /** Not worth compressing. */
  get small(): boolean {
    return this.identity.bytes.length < MIN_COMPRESSED_BYTES;
  }

  /** Synchronous if that form exists already, otherwise a promise of the thread pool. */
  in(encoding: Encoding | undefined): EncodedBody | Promise<EncodedBody> {
    if (encoding === undefined || this.small) return this.identity;
    const ready = this.#encoded.get(encoding);
    if (ready) return ready;
    const coming = this.#compress(encoding);
    this.#encoded.set(encoding, coming);
    return coming;
  }

  async #compress(encoding: Encoding): Promise<EncodedBody> {
    try {
      const { bytes } = this.identity;
      const compressed =
        encoding === 'gzip'
          ? await gzipAsync(bytes)
          : await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
      const body = { bytes: compressed, etag: `"${this.tag}-${encoding}"`, encoding };
      this.#encoded.set(encoding, body);
      return body;
    } catch (error) {
      this.#encoded.delete(encoding);
      throw error;
    }
  }
}
