import { readFileSync, statSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { isAssetCode, isEntityName } from '../ports/listed-names.ts';

/** The operator's definition of a code, for one exchange or for all. */
export interface Override {
  readonly exchange?: string;
  readonly code: string;
  /** The slug of the asset: of a well-known one, or of a new one. */
  readonly slugName: string;
  /** Name of a new asset; default: its code. */
  readonly name?: string;
}

const FORMAT = 1;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_BYTES = 4 * 2 ** 20;
const MAX_NAME_LENGTH = 200;
const MAX_PROBLEMS = 20;
const MEMBERS = new Set(['exchange', 'code', 'slugName', 'name']);

/** Definitions for one exchange take precedence over those for all. */
export class Overrides {
  readonly #byKey: ReadonlyMap<string, Override>;

  constructor(overrides: readonly Override[]) {
    this.#byKey = new Map(overrides.map((override) => [keyOf(override.exchange, override.code), override]));
  }

  of(exchange: string, code: string): Override | undefined {
    return this.#byKey.get(keyOf(exchange, code)) ?? this.#byKey.get(keyOf(undefined, code));
  }
}

/** Reads the operator's file; an error lists all problems. */
export function readOverrides(path: string): Overrides {
  let parsed: unknown;
  try {
    const stat = statSync(path);
    // Other types, such as a pipe, may never end.
    if (!stat.isFile()) throw new OperatorError(`${path} is not a file`);
    if (stat.size > MAX_BYTES) throw new OperatorError(`${path} is larger than ${MAX_BYTES} bytes`);
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const why = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new OperatorError(`${path} ${why}`);
  }
  const problems = problemsOf(parsed);
  if (problems.length > 0) throw new OperatorError(`${path}: ${shortened(problems).join('; ')}`);
  return new Overrides((parsed as { assets: readonly Override[] }).assets);
}

function problemsOf(file: unknown): string[] {
  if (!isObject(file) || file['format'] !== FORMAT) return [`format must be ${FORMAT}`];
  const { assets } = file;
  if (!Array.isArray(assets)) return ['assets must be a list'];
  const seen = new Set<string>();
  return assets.flatMap((row: unknown, i) => {
    const place = `assets[${i}]`;
    if (!isObject(row)) return [`${place} must be an object`];
    const unknown = Object.keys(row).filter((name) => !MEMBERS.has(name));
    const problems = unknown.map((name) => `${place}.${name} is unknown`);
    const { exchange, code, slugName, name } = row;
    if (!isAssetCode(code)) problems.push(`${place}.code must be the code of an asset`);
    if (typeof slugName !== 'string' || slugName.length > MAX_NAME_LENGTH || !SLUG.test(slugName))
      problems.push(`${place}.slugName must be a slug such as bitcoin-cash`);
    if (exchange !== undefined && typeof exchange !== 'string')
      problems.push(`${place}.exchange must be the name of an exchange`);
    if (name !== undefined && !isEntityName(name))
      problems.push(`${place}.name must be a text of at most 200 characters, without control characters`);
    const key = keyOf(String(exchange ?? '*'), String(code));
    if (seen.has(key)) problems.push(`${place} defines the code ${String(code)} again`);
    seen.add(key);
    return problems;
  });
}

function shortened(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `and ${problems.length - MAX_PROBLEMS} more`];
}

function keyOf(exchange: string | undefined, code: string): string {
  return `${exchange ?? '*'} ${code}`;
}
