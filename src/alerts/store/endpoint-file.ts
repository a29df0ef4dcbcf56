import { join } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import { writeFileDurably } from '../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../disk/sealed-json.ts';
import type { AlertEndpoint } from './alert-store.ts';

export const ENDPOINT_FILE = 'alert-endpoints.json';
const FORMAT = 1;

/** `alert-endpoints.json`, mode 0600, with a checksum: it has the secrets with which webhooks are signed. */
export class EndpointFile {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, ENDPOINT_FILE);
  }

  /** Throws an error that names the file if it is damaged. */
  read(): readonly AlertEndpoint[] {
    const content = readSealed(this.#path, FORMAT);
    if (content === undefined) return [];
    const endpoints = content === 'damaged' ? undefined : content['endpoints'];
    if (Array.isArray(endpoints) && endpoints.every(isEndpoint)) return endpoints;
    throw new OperatorError(
      `${this.#path} is damaged, or a newer version wrote it: restore it from a backup, or move it away; ` +
        'clients then have to create their alert endpoints again',
    );
  }

  write(endpoints: readonly AlertEndpoint[]): void {
    writeFileDurably(this.#path, sealJson({ format: FORMAT, endpoints }));
  }
}

function isEndpoint(found: Partial<AlertEndpoint> | null): found is AlertEndpoint {
  const { id, clientId, url, createdAt, secret } = found ?? {};
  return (
    typeof id === 'string' &&
    typeof clientId === 'string' &&
    typeof url === 'string' &&
    typeof createdAt === 'number' &&
    typeof secret?.secret === 'string'
  );
}
