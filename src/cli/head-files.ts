import { readFileSync } from 'node:fs';
import type { IntegrityKey } from '../app/integrity/check-heads.ts';
import { headOf } from '../app/integrity/head-lines.ts';
import type { SignedHead } from '../core/integrity-head.ts';
import { readFileOrPipe, UnusableFile } from '../disk/regular-file.ts';
import { UsageError } from './command.ts';

const STANDARD_INPUT = 0;
/** 32 bytes, base64url. */
const PUBLIC_KEY = /^[\w-]{43}$/;

/** The heads in a file: one as JSON, a list of them, or one a line; `-` is standard input. None without a file. */
export function headsIn(file: string | undefined): readonly SignedHead[] {
  if (file === undefined) return [];
  const text = read(file, '--head');
  const heads = valuesIn(text).map(headOf);
  if (heads.length === 0) throw new UsageError(`--head ${file} holds no head`);
  return heads.map((head, place) => {
    if (head) return head;
    throw new UsageError(
      `--head ${file}: number ${place + 1} is no head: slot, recordHash, keyId and signature are needed`,
    );
  });
}

/** The keys of `/.well-known/tidemark-integrity.json`. */
export function keysIn(file: string): readonly IntegrityKey[] {
  const [content] = valuesIn(read(file, '--keys'));
  const { keys } = (content ?? {}) as { readonly keys?: unknown };
  const isKey = (key: Readonly<Record<string, unknown>> | null) =>
    typeof key?.['kid'] === 'string' &&
    key['kty'] === 'OKP' &&
    key['crv'] === 'Ed25519' &&
    PUBLIC_KEY.test(String(key['x']));
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isKey))
    throw new UsageError(
      `--keys ${file} does not hold keys as /.well-known/tidemark-integrity.json shows them`,
    );
  return keys as IntegrityKey[];
}

function read(file: string, option: string): string {
  try {
    const bytes = file === '-' ? readFileSync(STANDARD_INPUT) : readFileOrPipe(file);
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof UnusableFile) throw new UsageError(`${option} ${error.message}`);
    throw new UsageError(
      `${option} ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`,
    );
  }
}

/** A JSON text, pretty or not, or several, one a line. Lists and pages of `/v3/integrity/heads` are their members. */
function valuesIn(text: string): unknown[] {
  const whole = parsed(text);
  if (whole === undefined)
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parsed);
  if (Array.isArray(whole)) return whole;
  const { content } = (whole ?? {}) as { readonly content?: unknown };
  return Array.isArray(content) ? content : [whole];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
