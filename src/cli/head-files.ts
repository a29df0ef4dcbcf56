import { readFileSync } from '../disk/files.ts';
import type { IntegrityKey } from '../app/pipeline/integrity/check-heads.ts';
import { headOf } from '../app/pipeline/integrity/head-lines.ts';
import { MalformedWitness, witnessesIn, type Witness } from '../app/pipeline/integrity/witness.ts';
import { isObject } from '../core/text/is-object.ts';
import type { SignedHead } from '../core/integrity-head.ts';
import { readFileOrPipe, UnusableFile } from '../disk/regular-file.ts';
import { UsageError } from './command.ts';
import { evidenceJson, parsedJson } from './receipts/evidence-json.ts';

const EXPECTED =
  "The file must be a text of 'tidemark heads witness', heads as JSON as /v3/integrity/heads shows them, or a file of 'tidemark evidence'";
const STANDARD_INPUT = 0;
/** 32 bytes, base64url. */
const PUBLIC_KEY = /^[\w-]{43}$/;

/** The heads in the file of --head, as `headFile` reads them. None without a file. */
export function headsIn(file: string | undefined): readonly SignedHead[] {
  return file === undefined ? [] : headFile(file, '--head').map(({ head }) => head);
}

/**
 * The heads in a file: the text of `tidemark heads witness`, or JSON: one head, a list of them, or one per line. `-` is standard
 * input. `name`: what messages call the file.
 */
export function headFile(file: string, name: string): readonly Witness[] {
  const text = read(file, name);
  const evidence = evidenceHeads(text, `${name} ${file}`);
  // In a file of evidence only its data count: a witness text in it was added later.
  const witnesses = evidence ? [] : textWitnesses(text, `${name} ${file}`);
  if (witnesses.length > 0) return witnesses;
  const values = evidence ?? valuesIn(text, `${name} ${file}`);
  // A file that is not JSON at all has no heads; it is not reported as a malformed list.
  if (values.every((value) => !isObject(value)))
    throw new UsageError(`${name} ${file} holds no head. ${EXPECTED}`);
  return values.map((value, place) => {
    const head = headOf(value);
    if (head) return { head, ...membersOf(value) };
    throw new UsageError(
      `${name} ${file}: entry ${place + 1} is not a head: it needs slot, recordHash, keyId and signature. ${EXPECTED}`,
    );
  });
}

/** The head in a file of `tidemark evidence`, or in its data as JSON; undefined if it is another file. */
function evidenceHeads(text: string, file: string): readonly unknown[] | undefined {
  const json = evidenceJson(text, file);
  const content = parsedJson(json ?? text, file);
  if (!isObject(content) || !('receipt' in content)) return json === undefined ? undefined : [content];
  const { receipt, head, timestampToken } = content as EvidenceContent;
  const { slot, recordHash, keyId, signature } = receipt?.proof?.head ?? head ?? {};
  return [{ slot, recordHash, keyId, signature, timestampToken }];
}

interface EvidenceContent {
  readonly receipt?: { readonly proof?: { readonly head?: Readonly<Record<string, unknown>> } } | null;
  readonly head?: Readonly<Record<string, unknown>> | null;
  readonly timestampToken?: unknown;
}

/** Optional members of a head as JSON. */
function membersOf(value: unknown): Pick<Witness, 'publicKey' | 'timestampToken'> {
  const { publicKey, timestampToken } = value as Readonly<Record<string, unknown>>;
  return {
    ...(typeof publicKey === 'string' && { publicKey }),
    ...(typeof timestampToken === 'string' && { timestampToken }),
  };
}

function textWitnesses(text: string, file: string): readonly Witness[] {
  try {
    return witnessesIn(text);
  } catch (error) {
    if (error instanceof MalformedWitness) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** The keys of `/.well-known/tidemark-integrity.json`. */
export function keysIn(file: string): readonly IntegrityKey[] {
  const [content] = valuesIn(read(file, '--keys'), `--keys ${file}`);
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

/**
 * One JSON text, or several, one per line. Lists and pages of `/v3/integrity/heads` are expanded to their
 * members.
 */
function valuesIn(text: string, file: string): unknown[] {
  const whole = parsedJson(text, file);
  if (whole === undefined)
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => parsedJson(line, file));
  if (Array.isArray(whole)) return whole;
  const { content } = (whole ?? {}) as { readonly content?: unknown };
  return Array.isArray(content) ? content : [whole];
}
