import type { PageStorage } from './page-storage.ts';

/** The credentials of the reader. `public` and `demo` need no form. */
export type Identity =
  | { readonly kind: 'demo' | 'client'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'token'; readonly token: string; readonly streamToken: string | undefined }
  | { readonly kind: 'public' };

const KEY = 'tidemark.identity';

/** Stores credentials for this tab if the reader asked for it. They do not outlive the tab. */
export class StoredIdentity {
  readonly #storage: PageStorage;

  constructor(storage: PageStorage) {
    this.#storage = storage;
  }

  get(): Identity | undefined {
    const text = this.#storage.getItem(KEY);
    const kept = text === null ? undefined : identityIn(text);
    // Unusable credentials would fail at every load until the tab is closed.
    if (text !== null && !kept) this.#storage.removeItem(KEY);
    return kept;
  }

  set(identity: Identity | undefined): void {
    if (identity) this.#storage.setItem(KEY, JSON.stringify(identity));
    else this.#storage.removeItem(KEY);
  }
}

/** Undefined if the text was not written by this class, or is damaged. */
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
