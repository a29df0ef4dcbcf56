import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

interface TokenAnswer {
  readonly access_token: string;
}

const LIFETIME_SECONDS = 86_400;

/** What a bare route must do that issues tokens: sign claims for the requested audience with Ed25519. It checks neither client nor secret. */
export class TokenSigner {
  readonly #privateKey = generateKeyPairSync('ed25519').privateKey;
  readonly #answer: TokenAnswer;
  readonly #header: object;
  readonly #claims: object;

  /** `example`: an answer of the service, from which header and claims are taken. */
  constructor(example: string) {
    this.#answer = JSON.parse(example) as TokenAnswer;
    const [header = '', claims = ''] = this.#answer.access_token.split('.');
    this.#header = decoded(header);
    this.#claims = decoded(claims);
  }

  answerTo(body: unknown): string {
    const { audience } = body as { readonly audience: string };
    const iat = Math.floor(Date.now() / 1000);
    const own = { aud: audience, iat, exp: iat + LIFETIME_SECONDS, jti: randomUUID() };
    const signed = `${encoded(this.#header)}.${encoded({ ...this.#claims, ...own })}`;
    const signature = sign(null, Buffer.from(signed), this.#privateKey).toString('base64url');
    return JSON.stringify({ ...this.#answer, access_token: `${signed}.${signature}` });
  }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decoded(part: string): object {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
}
