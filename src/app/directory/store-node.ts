import { join } from 'node:path';
import { existsSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import type { ServerAddress } from '../config/server-address.ts';

/** Says that a directory is that of a node whose clients and keys are in a database; which one, it does not say. */
const STORE_FILE = 'store.json';
const CONTENT = `${JSON.stringify({ format: 1, store: 'postgres' })}\n`;

/** Another user who reads one of these can make tokens or check guesses; one who writes them can let any client in. */
export const SECRET_FILES = [
  'clients.json',
  'secret-hmac.key',
  'signing-keys.json',
  'integrity-keys.json',
  'long-lived-tokens.json',
];

/** Whether clients and keys of the node that has this directory are in a database. */
export function isStoreNode(folder: string): boolean {
  return readFileIfExists(join(folder, STORE_FILE)) !== undefined;
}

/** Durable when it returns. From then on files of clients and keys in the directory, if there are any, do not count. */
export function markStoreNode(folder: string): void {
  if (!isStoreNode(folder)) writeFileDurably(join(folder, STORE_FILE), CONTENT);
}

/** Refuses the directory of a node of a store where the store is not given: its history is there. */
export function refuseWithoutStore(folder: string, store: ServerAddress | undefined): void {
  if (store !== undefined || !isStoreNode(folder)) return;
  throw new OperatorError(
    `${folder} is the directory of a node whose history is in a database: give --store or --cluster-credentials as the node has it ` +
      '(or their variables, or the configuration file with --config)',
  );
}

/** Refuses a directory that has other clients and keys than those that are meant: a second set of them would be made, or one forgotten. */
export function refuseOtherSecrets(folder: string, hasStore: boolean): void {
  if (isStoreNode(folder)) {
    if (hasStore) return;
    throw new OperatorError(
      `${folder} is the directory of a node whose clients and keys are in a database: give --store or --cluster-credentials as the node has it ` +
        '(or their variables, or the configuration file with --config), or start the node, which carries out what takes no --store',
    );
  }
  const found = hasStore ? SECRET_FILES.find((name) => existsSync(join(folder, name))) : undefined;
  if (found === undefined) return;
  throw new OperatorError(
    `${folder} has clients and keys of its own (${found}), which do not count with --store: leave --store out, or give this node a ` +
      'directory of its own with --data DIR',
  );
}
