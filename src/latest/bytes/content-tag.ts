import { createHash } from 'node:crypto';

const TAG_LENGTH = 22;

/** Names content by its bytes: what entity tags are made from. */
export function contentTag(bytes: Uint8Array): string {
  const hash = new ContentHash();
  hash.update(bytes);
  return hash.tag();
}

/** The same name, of bytes that come piece by piece. */
export class ContentHash {
  readonly #hash = createHash('sha1');

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** To be called once, after the last piece. */
  tag(): string {
    return this.#hash.digest('base64url').slice(0, TAG_LENGTH);
  }
}
