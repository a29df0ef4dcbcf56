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
    if (text === null) return undefined;
    const kept = JSON.parse(text) as Identity;
    return kept.kind === 'client' || kept.kind === 'token' ? kept : undefined;
  }

  set(identity: Identity | undefined): void {
    if (identity) this.#storage.setItem(KEY, JSON.stringify(identity));
    else this.#storage.removeItem(KEY);
  }
}
