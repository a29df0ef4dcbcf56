import { signal, type ReadonlySignal } from '@preact/signals';
import { Tidemark, TidemarkError, UnauthorizedError, type TokenSource } from '@tidemark/sdk';
import type { Clock } from '../clock.ts';
import type { Identity, StoredIdentity } from './identity.ts';
import type { PageConfig } from './page-config.ts';
import { publicTokens } from './public-tokens.ts';

/** State of the sign-in. */
export type SessionState =
  | { readonly kind: 'signedOut'; readonly message: string | undefined }
  | { readonly kind: 'signedIn'; readonly tidemark: Tidemark; readonly identity: Identity };

interface SessionParts {
  readonly config: PageConfig;
  /** URL of the service that the page came from. */
  readonly url: string;
  readonly kept: StoredIdentity;
  readonly clock: Clock;
}

/** The credentials of the reader, and the SDK client that uses them. */
export class Session {
  readonly config: PageConfig;
  /** URL of the service, with its base path and without a trailing slash. */
  readonly url: string;
  /** URL of the documentation. */
  readonly docsUrl: string;
  readonly #parts: SessionParts;
  readonly #state = signal<SessionState>({ kind: 'signedOut', message: undefined });

  /** Signs in at once if no form is needed. */
  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.config = parts.config;
    this.url = parts.url.replace(/\/$/, '');
    this.docsUrl = new URL('docs', parts.url).href;
    const identity = parts.kept.get() ?? givenIdentity(parts.config);
    if (identity) this.#enter(identity, this.#clientFor(identity));
  }

  get state(): ReadonlySignal<SessionState> {
    return this.#state;
  }

  /**
   * Whether the reader is a visitor, who may read what the operator has made public: no tickers of exchanges,
   * no operations.
   */
  get isPublic(): boolean {
    const state = this.#state.value;
    return state.kind === 'signedIn' && state.identity.kind === 'public';
  }

  /** Whether the reader may see a view: visitors see what the operator has made public. */
  shows({ publicAs }: { readonly publicAs?: string }): boolean {
    if (this.#state.value.kind === 'signedOut') return false;
    if (!this.isPublic) return true;
    return publicAs !== undefined && (this.config.publicViews?.includes(publicAs) ?? false);
  }

  /** Signs in after the service has accepted the credentials; throws its error otherwise. */
  async signIn(identity: Identity, isKept: boolean): Promise<void> {
    const tidemark = this.#clientFor(identity);
    // The smallest response that needs a token and no scope.
    await tidemark.read('listAssets', { symbol: 'USD' });
    this.#parts.kept.set(isKept ? identity : undefined);
    this.#enter(identity, tidemark);
  }

  /** `message`: the reason, if the reader did not request it. */
  signOut(message?: string): void {
    this.#parts.kept.set(undefined);
    this.#state.value = { kind: 'signedOut', message };
  }

  #enter(identity: Identity, tidemark: Tidemark): void {
    this.#state.value = { kind: 'signedIn', tidemark, identity };
  }

  #clientFor(identity: Identity): Tidemark {
    const { url, config, clock } = this.#parts;
    const { rest: audience, stream: streamAudience } = config.audiences;
    const place = config.wsUrl === undefined ? { url } : { url, wsUrl: config.wsUrl };
    if (identity.kind === 'public') return new Tidemark({ ...place, token: publicTokens(url, clock) });
    if (identity.kind === 'token') return new Tidemark({ ...place, token: givenTokens(identity) });
    const { clientId, clientSecret } = identity;
    return new Tidemark({ ...place, clientId, clientSecret, audience, streamAudience });
  }
}

function givenIdentity({ demo, publicViews }: PageConfig): Identity | undefined {
  if (demo) return { kind: 'demo', ...demo };
  return publicViews ? { kind: 'public' } : undefined;
}

function givenTokens({ token, streamToken }: Extract<Identity, { kind: 'token' }>): TokenSource {
  return (side, { refused }) => {
    const given = side === 'rest' ? token : streamToken;
    if (given === undefined) throw new TidemarkError('no token for the stream was given');
    if (given === refused) throw new UnauthorizedError(401, { message: 'the token was rejected' });
    return given;
  };
}
