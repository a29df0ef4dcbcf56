import { join } from 'node:path';
import { isObject } from '../../core/text/is-object.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';

/** In a cluster: identifies the node that last owned the directory. */
const NODE_FILE = 'node.json';
const FORMAT = 1;

/** A node of a cluster, as shown to the operator: addresses contain no users and passwords. */
export interface NodeIdentity {
  readonly role: string;
  readonly store: string;
  readonly bus: string;
  readonly version: string;
}

/** Returned if the file is damaged: the directory still belongs to a node. */
const DAMAGED: NodeIdentity = {
  role: 'unknown (node.json is damaged: the next start of the node rewrites it)',
  store: 'unknown',
  bus: 'unknown',
  version: 'unknown',
};

/** Undefined if the directory does not belong to a node. */
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
