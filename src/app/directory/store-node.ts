import { join } from 'node:path';
import { existsSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import type { ServerAddress } from '../config/server-address.ts';

/** Marks the directory of a node whose clients and keys are in a database. It does not name the database. */
const STORE_FILE = 'store.json';
const CONTENT = `${JSON.stringify({ format: 1, store: 'postgres' })}\n`;

/**
 * A user who can read one of these can forge tokens or test guessed secrets; one who can write them can add
 * clients.
 */
export const SECRET_FILES = [
  'clients.json',
  'secret-hmac.key',
  'signing-keys.json',
  'integrity-keys.json',
  'long-lived-tokens.json',
];

/** Whether the clients and keys of this directory's node are in a database. */
export function isStoreNode(folder: string): boolean {
  return readFileIfExists(join(folder, STORE_FILE)) !== undefined;
}

/** Durable when it returns. From then on files of clients and keys in the directory are ignored. */
export function markStoreNode(folder: string): void {
  if (!isStoreNode(folder)) writeFileDurably(join(folder, STORE_FILE), CONTENT);
}

/** Refuses a cluster node's directory if no store is given: its history is in the store. */
export function refuseWithoutStore(folder: string, store: ServerAddress | undefined): void {
  if (store !== undefined || !isStoreNode(folder)) return;
  throw new OperatorError(
    `${folder} belongs to a node whose history is in a database: pass the node's --store or --cluster-credentials ` +
      '(or their variables, or the configuration file with --config)',
  );
}

/**
 * Refuses a directory whose clients and keys are elsewhere than the options say: the command would create a
 * second set, or ignore one.
 */
export function refuseOtherSecrets(folder: string, hasStore: boolean): void {
  if (isStoreNode(folder)) {
    if (hasStore) return;
    throw new OperatorError(
      `${folder} belongs to a node whose clients and keys are in a database: pass the node's --store or --cluster-credentials ` +
        '(or their variables, or the configuration file with --config). For a command without --store, start the node first: it runs the command',
    );
  }
  const found = hasStore ? SECRET_FILES.find((name) => existsSync(join(folder, name))) : undefined;
  if (found === undefined) return;
  throw new OperatorError(
    `${folder} has its own clients and keys (${found}), which --store would ignore: remove --store, or give this node its own ` +
      'directory with --data DIR',
  );
}
