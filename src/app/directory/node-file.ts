import { join } from 'node:path';
import { isObject } from '../../core/text/is-object.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';

/** Says what the process was that last had the directory, where that was one of several of a service. */
const NODE_FILE = 'node.json';
const FORMAT = 1;

/** One process of a service that runs in several, for the operator: addresses have no users and passwords in them. */
export interface NodeIdentity {
  readonly role: string;
  readonly store: string;
  readonly bus: string;
  readonly version: string;
}

/** Where the file is not as it was written: the directory is that of a node all the same. */
const DAMAGED: NodeIdentity = {
  role: 'unknown (node.json is damaged: the next start of the node writes it anew)',
  store: 'unknown',
  bus: 'unknown',
  version: 'unknown',
};

/** Undefined where the directory is not that of a node. */
export function readNode(folder: string): NodeIdentity | undefined {
  const text = readFileIfExists(join(folder, NODE_FILE));
  if (text === undefined) return undefined;
  try {
    const found: unknown = JSON.parse(text);
    if (!isObject(found)) return DAMAGED;
    const { role, store, bus, version } = found;
    const texts = [role, store, bus, version];
    return texts.every((each) => typeof each === 'string')
      ? ({ role, store, bus, version } as NodeIdentity)
      : DAMAGED;
  } catch {
    return DAMAGED;
  }
}

export function writeNode(folder: string, node: NodeIdentity): void {
  writeFileDurably(join(folder, NODE_FILE), `${JSON.stringify({ format: FORMAT, ...node }, undefined, 2)}\n`);
}
