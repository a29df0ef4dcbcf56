import { SIGNING_ALGORITHM, type SigningKeys } from '../../auth/signing-keys.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { JSON_TYPE } from '../http/headers.ts';
import type { Page } from '../http/answers/page.ts';
import { TOKEN_PATH } from './token/token.ts';

const METADATA_PATH = '/.well-known/oauth-authorization-server';
/** Clients that cache the set must find a rotated key soon. */
const JWKS_SECONDS = 60;
const METADATA_SECONDS = 300;

export interface WellKnownKeys {
  readonly keys: Pick<SigningKeys, 'jwks'>;
  /** Including retired ones: their signatures must stay verifiable permanently. */
  readonly integrityKeys: Pick<SigningKeys, 'publicKeys'>;
}

/** RFC 7517 key set and RFC 8414 metadata, for standard OAuth clients. */
export function wellKnownPages(
  { keys, integrityKeys }: WellKnownKeys,
  issuer: string,
  basePath: string,
): Page[] {
  const metadata = PreparedAnswer.ofJson(JSON.stringify(serverMetadata(issuer)));
  const metadataPage = { contentType: JSON_TYPE, content: () => metadata, maxAgeSeconds: METADATA_SECONDS };
  return [
    {
      path: '/.well-known/jwks.json',
      contentType: JSON_TYPE,
      content: () => PreparedAnswer.ofJson(JSON.stringify(keys.jwks())),
      maxAgeSeconds: JWKS_SECONDS,
    },
    {
      path: '/.well-known/tidemark-integrity.json',
      contentType: JSON_TYPE,
      content: () => PreparedAnswer.ofJson(JSON.stringify({ keys: integrityKeys.publicKeys() })),
      maxAgeSeconds: JWKS_SECONDS,
    },
    { path: METADATA_PATH, ...metadataPage },
    // RFC 8414, 3.1: for an issuer with a path, the path follows the well-known part.
    ...(basePath === '' ? [] : [{ path: METADATA_PATH + basePath, ...metadataPage }]),
  ];
}

function serverMetadata(issuer: string): object {
  return {
    issuer,
    token_endpoint: issuer + TOKEN_PATH,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: SCOPES,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    access_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    service_documentation: `${issuer}/docs`,
  };
}
