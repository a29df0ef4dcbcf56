import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';
import { OperatorError } from '../core/errors.ts';
import type { Client } from './client-registry.ts';

export interface StoredClient {
  readonly client: Client;
  /** HMAC-SHA-256 of the secret under the installation's key: useless to whoever steals this file alone. */
  readonly secretHash: Buffer;
  readonly builtIn?: boolean;
}

const FORMAT = 1;
const KEY_BYTES = 32;
/** Of HMAC-SHA-256. */
const HASH_BYTES = 32;

interface Content {
  readonly format: number;
  readonly clients: readonly (Client & { readonly secretHash: string })[];
}

/** `clients.json` and the key under which its secrets are hashed, in the data directory, mode 0600. */
export class ClientFile {
  readonly hmacKey: Buffer;
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'clients.json');
    const keyPath = join(folder, 'secret-hmac.key');
    const existing = readFileIfExists(keyPath);
    if (existing === undefined && readFileIfExists(this.#path) !== undefined) {
      throw new OperatorError(
        `${keyPath} is missing: without it no client secret of ${this.#path} can be checked`,
      );
    }
    this.hmacKey =
      existing === undefined ? randomBytes(KEY_BYTES) : Buffer.from(existing.trim(), 'base64url');
    if (this.hmacKey.length !== KEY_BYTES)
      throw new OperatorError(`${keyPath} is damaged: restore it from a backup`);
    if (existing === undefined) writeFileDurably(keyPath, `${this.hmacKey.toString('base64url')}\n`);
  }

  read(): StoredClient[] {
    const text = readFileIfExists(this.#path);
    if (text === undefined) return [];
    const content = parse(text, this.#path);
    return content.clients.map(({ secretHash, ...client }) => ({
      client,
      secretHash: Buffer.from(secretHash, 'base64url'),
    }));
  }

  write(clients: readonly StoredClient[]): void {
    const content: Content = {
      format: FORMAT,
      clients: clients.map(({ client, secretHash }) => ({
        ...client,
        secretHash: secretHash.toString('base64url'),
      })),
    };
    writeFileDurably(this.#path, `${JSON.stringify(content, undefined, 2)}\n`);
  }
}

function parse(text: string, path: string): Content {
  let content: Partial<Content> | null;
  try {
    content = JSON.parse(text) as Partial<Content> | null;
  } catch {
    throw new OperatorError(`${path} is not valid JSON: restore it from a backup`);
  }
  if (content?.format !== FORMAT) {
    throw new OperatorError(`${path} has format ${content?.format}, this version reads ${FORMAT}`);
  }
  if (!Array.isArray(content.clients) || !content.clients.every(isStored)) {
    throw new OperatorError(`${path} is damaged: restore it from a backup`);
  }
  return content as Content;
}

function isStored(entry: Partial<Content['clients'][number]> | null): boolean {
  const { id, name, scopes, createdAt, disabled, secretHash } = entry ?? {};
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    Array.isArray(scopes) &&
    typeof createdAt === 'number' &&
    typeof disabled === 'boolean' &&
    typeof secretHash === 'string' &&
    Buffer.from(secretHash, 'base64url').length === HASH_BYTES
  );
}
