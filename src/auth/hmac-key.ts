import { createHmac, randomBytes } from 'node:crypto';
import { OperatorError } from '../core/errors.ts';
import { readFileIfExists, writeFileDurably } from '../disk/durable-file.ts';
import { rejectNewerFormat } from '../disk/file-format.ts';
import { sealJson, unsealJson } from '../disk/sealed-json.ts';
import type { ClientCommands } from './client-store.ts';

const FORMAT = 2;
const KEY_BYTES = 32;
const ENCODED_KEY = /^[\w-]{43}$/;
const ID_PURPOSE = 'tidemark client secrets';

/** Reads `secret-hmac.key`; undefined if missing. Throws if it is damaged: a new key would lock every client out. */
export function readHmacKey(path: string, commands: ClientCommands): Buffer | undefined {
  const text = readFileIfExists(path);
  if (text === undefined) return undefined;
  if (ENCODED_KEY.test(text.trim()))
    throw new OperatorError(
      `${path} was written by a version before 1.0.0: start version 1.0.0 on this directory once, then this one`,
    );
  const unsealed = unsealJson(text);
  if (unsealed.state !== 'sound') throw damaged(path, commands);
  const { format, key } = unsealed.content;
  rejectNewerFormat(path, format, FORMAT);
  if (format !== FORMAT || typeof key !== 'string') throw damaged(path, commands);
  return decode(key, path, commands);
}

export function newHmacKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

export function writeHmacKey(path: string, key: Buffer): void {
  writeFileDurably(path, sealJson({ format: FORMAT, key: key.toString('base64url') }));
}

/** Identifies a key without revealing anything about it. */
export function hmacKeyId(key: Buffer): string {
  return createHmac('sha256', key).update(ID_PURPOSE).digest('hex').slice(0, 32);
}

/** Strict, because Node's decoder skips characters that are not base64. */
function decode(text: string, path: string, commands: ClientCommands): Buffer {
  const key = Buffer.from(text, 'base64url');
  if (!ENCODED_KEY.test(text) || key.length !== KEY_BYTES || key.toString('base64url') !== text)
    throw damaged(path, commands);
  return key;
}

function damaged(path: string, { reseal, rotate }: ClientCommands): OperatorError {
  return new OperatorError(
    `${path} is damaged: restore it from a backup. If you have none, move it away and run ` +
      `'${reseal}', which creates a new key; every client then needs a new secret ('${rotate}')`,
  );
}
