import { MCP_PATH } from '../../auth/audiences.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from '../../auth/signing-keys.ts';
import { DATA_SCOPES, SCOPES, type Scope } from '../../contract/scopes.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { JSON_TYPE } from '../http/headers.ts';
import type { Page } from '../http/answers/page.ts';
import { TOKEN_PATH } from './token/token.ts';

const METADATA_PATH = '/.well-known/oauth-authorization-server';
const RESOURCE_PATH = '/.well-known/oauth-protected-resource';
/** Clients that cache the set must find a rotated key soon. */
const JWKS_SECONDS = 60;
const METADATA_SECONDS = 300;

export interface WellKnownKeys {
  readonly keys: Pick<SigningKeys, 'jwks'>;
  /** Including retired ones: their signatures must stay verifiable permanently. */
  readonly integrityKeys: Pick<SigningKeys, 'publicKeys'>;
}

/** Where clients of MCP find out which server issues its tokens. */
export function mcpMetadataUrl(baseUrl: string): string {
  return baseUrl + RESOURCE_PATH + MCP_PATH;
}

/** RFC 7517 key set, and RFC 8414 and RFC 9728 metadata, for standard OAuth clients. */
export function wellKnownPages(
  { keys, integrityKeys }: WellKnownKeys,
  issuer: string,
  basePath: string,
): Page[] {
  const metadataPage = metadataContent(serverMetadata(issuer));
  const service = metadataContent(resourceMetadata(issuer, '', SCOPES));
  const mcp = metadataContent(resourceMetadata(issuer, MCP_PATH, DATA_SCOPES));
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
    { path: RESOURCE_PATH, ...service },
    { path: RESOURCE_PATH + MCP_PATH, ...mcp },
    // RFC 9728, 3.1, says the same for a resource with a path.
    ...(basePath === ''
      ? []
      : [
          { path: RESOURCE_PATH + basePath, ...service },
          { path: RESOURCE_PATH + basePath + MCP_PATH, ...mcp },
        ]),
  ];
}

function metadataContent(metadata: object): Omit<Page, 'path'> {
  const prepared = PreparedAnswer.ofJson(JSON.stringify(metadata));
  return { contentType: JSON_TYPE, content: () => prepared, maxAgeSeconds: METADATA_SECONDS };
}

function resourceMetadata(issuer: string, path: string, scopes: readonly Scope[]): object {
  return {
    resource: issuer + path,
    authorization_servers: [issuer],
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Tidemark',
    resource_documentation: `${issuer}/docs/use${path === '' ? '/rest' : path}`,
  };
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
