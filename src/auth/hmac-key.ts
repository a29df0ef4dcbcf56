import { createHmac, randomBytes } from 'node:crypto';
import { OperatorError } from '../core/errors.ts';
import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';
import { sealJson, unsealJson } from '../disk/sealed-json.ts';
import type { ClientCommands } from './client-commands.ts';

const FORMAT = 2;
const KEY_BYTES = 32;
const ENCODED_KEY = /^[\w-]{43}$/;
const ID_PURPOSE = 'tidemark client secrets';

/** The key under which client secrets are hashed, `secret-hmac.key`. */
export interface HmacKey {
  readonly key: Buffer;
  /** Whether a version without checksums wrote the file. */
  readonly isBare: boolean;
}

/** Undefined where there is no such file. A damaged one is refused: under another key every client would be locked out. */
export function readHmacKey(path: string, commands: ClientCommands): HmacKey | undefined {
  const text = readFileIfExists(path);
  if (text === undefined) return undefined;
  // The first format was the key alone.
  if (!text.startsWith('{')) return { key: decode(text.trim(), path, commands), isBare: true };
  const unsealed = unsealJson(text);
  if (unsealed.state !== 'sound') throw damaged(path, commands);
  const { format, key } = unsealed.content;
  if (typeof format === 'number' && format > FORMAT)
    throw new OperatorError(`${path} has format ${format}, this version reads ${FORMAT}: run the newer one`);
  if (format !== FORMAT || typeof key !== 'string') throw damaged(path, commands);
  return { key: decode(key, path, commands), isBare: false };
}

export function newHmacKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

export function writeHmacKey(path: string, key: Buffer): void {
  writeFileDurably(path, sealJson({ format: FORMAT, key: key.toString('base64url') }));
}

/** Tells keys apart without giving anything of them away. */
export function hmacKeyId(key: Buffer): string {
  return createHmac('sha256', key).update(ID_PURPOSE).digest('hex').slice(0, 32);
}

/** Strictly: Node's decoder skips what is not base64. */
function decode(text: string, path: string, commands: ClientCommands): Buffer {
  const key = Buffer.from(text, 'base64url');
  if (!ENCODED_KEY.test(text) || key.length !== KEY_BYTES || key.toString('base64url') !== text)
    throw damaged(path, commands);
  return key;
}

function damaged(path: string, { reseal, rotate }: ClientCommands): OperatorError {
  return new OperatorError(
    `${path} is damaged: restore it from a backup. Where there is none, move it away and run ` +
      `'${reseal}', which makes a new key; every client then needs a new secret ('${rotate}')`,
  );
}
