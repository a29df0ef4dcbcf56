import type { KeptStorage } from './kept-storage.ts';

/** Who asks. `public` and `demo` need no form. */
export type Identity =
  | { readonly kind: 'demo' | 'client'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'token'; readonly token: string; readonly streamToken: string | undefined }
  | { readonly kind: 'public' };

const KEY = 'tidemark.identity';

/** Keeps an identity for this tab, where the reader asked for it. Nothing of it outlives the tab. */
export class KeptIdentity {
  readonly #storage: KeptStorage;

  constructor(storage: KeptStorage) {
    this.#storage = storage;
  }

  get(): Identity | undefined {
    const text = this.#storage.getItem(KEY);
    const kept = text === null ? undefined : identityIn(text);
    // What cannot be used would be in the way at every load until the tab is closed.
    if (text !== null && !kept) this.#storage.removeItem(KEY);
    return kept;
  }

  set(identity: Identity | undefined): void {
    if (identity) this.#storage.setItem(KEY, JSON.stringify(identity));
    else this.#storage.removeItem(KEY);
  }
}

/** Undefined where the text was not written here, or is damaged. */
function identityIn(text: string): Identity | undefined {
  const kept = parsed(text);
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { kind, clientId, clientSecret, token, streamToken } = kept as Readonly<Record<string, unknown>>;
  if (kind === 'client' && isText(clientId) && isText(clientSecret)) return { kind, clientId, clientSecret };
  if (kind === 'token' && isText(token) && (streamToken === undefined || isText(streamToken)))
    return { kind, token, streamToken };
  return undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
