import { createHash } from 'node:crypto';
import { isObject } from '../core/text/is-object.ts';
import { readFileIfExists } from './durable-file.ts';
import { readOrOperatorError } from './read-failure.ts';

/** The result of reading a JSON file with a checksum. */
export type UnsealedJson =
  /** The checksum is correct. */
  | { readonly state: 'sound'; readonly content: Readonly<Record<string, unknown>> }
  /** There is no checksum: an older version wrote the file. */
  | { readonly state: 'bare'; readonly content: Readonly<Record<string, unknown>> }
  /** The checksum is wrong. */
  | { readonly state: 'changed'; readonly content: Readonly<Record<string, unknown>> }
  /** The file is not a JSON object. `problem` quotes nothing from the file, which may hold secrets. */
  | { readonly state: 'unreadable'; readonly problem: string };

/** Serialises an object with a checksum: `sha256`, of the other members as compact JSON. */
export function sealJson(content: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ ...content, sha256: checksumOf(content) }, undefined, 2)}\n`;
}

/** White space does not matter; the order of members does. */
export function unsealJson(text: string): UnsealedJson {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { state: 'unreadable', problem: 'is not valid JSON' };
  }
  if (!isObject(parsed)) return { state: 'unreadable', problem: 'is damaged: it is not a JSON object' };
  const { sha256, ...content } = parsed;
  if (sha256 === undefined) return { state: 'bare', content };
  return { state: sha256 === checksumOf(content) ? 'sound' : 'changed', content };
}

/** The content of a sealed file of this format; undefined if there is none. */
export function readSealed(
  path: string,
  format: number,
): Readonly<Record<string, unknown>> | 'damaged' | undefined {
  const text = readOrOperatorError(path, () => readFileIfExists(path));
  if (text === undefined) return undefined;
  const unsealed = unsealJson(text);
  return unsealed.state === 'sound' && unsealed.content['format'] === format ? unsealed.content : 'damaged';
}

function checksumOf(content: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
