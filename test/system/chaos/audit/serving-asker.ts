import type { ClusterNode } from '../cluster-node.ts';

const ASK_WITHIN_MS = 10_000;

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** Gets raw answers of a serving node, with its own token. */
export class ServingAsker {
  readonly node: string;
  readonly #url: string;
  readonly #audience: string;
  #token: Promise<string> | undefined;

  constructor({ name, url }: Pick<ClusterNode, 'name' | 'url'>, audience: string) {
    this.node = name;
    this.#url = url;
    this.#audience = audience;
  }

  /** Rejects if there is no answer. */
  async ask(path: string): Promise<RawAnswer> {
    const token = await (this.#token ??= this.#newToken());
    const answer = await this.#fetch(path, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status === 401) this.#token = undefined;
    return { status: answer.status, body: await answer.text() };
  }

  async #newToken(): Promise<string> {
    try {
      const given = {
        grant_type: 'client_credentials',
        client_id: 'demo',
        client_secret: 'demo',
        audience: this.#audience,
      };
      const answer = await this.#fetch('/v3/oauth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      });
      const { access_token: token } = (await answer.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`${this.node} gave no token: ${answer.status}`);
      return token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(this.#url + path, { ...init, signal: AbortSignal.timeout(ASK_WITHIN_MS) });
  }
}
