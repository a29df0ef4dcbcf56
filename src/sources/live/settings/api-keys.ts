import { OperatorError } from '../../../core/errors.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { fstatSync, closeSync, readFileSync } from '../../../disk/files.ts';
import { openRegularFile } from '../../../disk/regular-file.ts';

/** Credentials with which ccxt signs requests to one exchange. */
export interface ApiKey {
  readonly apiKey: string;
  readonly secret?: string;
  readonly password?: string;
  readonly uid?: string;
}

/** By names of exchanges in settings. */
export type ApiKeys = ReadonlyMap<string, ApiKey>;

const FORMAT = 1;
const MAX_BYTES = 2 ** 20;
const MAX_LENGTH = 10_000;
const MEMBERS: ReadonlySet<string> = new Set(['apiKey', 'secret', 'password', 'uid']);
/** Permissions that only the owner may have. */
const OF_OTHERS = 0o077;

/** Reads the operator's file. Errors name the exchange and the member, never a value. */
export function readApiKeys(path: string): ApiKeys {
  const parsed = parsedFile(path);
  const problems = problemsOf(parsed);
  if (problems.length > 0) throw new OperatorError(`${path}: ${problems.join('; ')}`);
  return new Map(Object.entries((parsed as { exchanges: Record<string, ApiKey> }).exchanges));
}

/** Checks the mode of the opened file, so that it cannot be replaced in between. */
function parsedFile(path: string): unknown {
  try {
    const file = openRegularFile(path);
    try {
      const { mode, size } = fstatSync(file);
      if ((mode & OF_OTHERS) !== 0)
        throw new OperatorError(
          `${path} has mode ${(mode & 0o777).toString(8).padStart(4, '0')}: others may read or change the API keys in it. Run chmod 600 ${path}`,
        );
      if (size > MAX_BYTES) throw new OperatorError(`${path} is larger than ${MAX_BYTES} bytes`);
      return JSON.parse(readFileSync(file, 'utf8'));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    // The parser's message would quote the file.
    if (error instanceof SyntaxError) throw new OperatorError(`${path} is not valid JSON`);
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read${code ? `: ${code}` : ''}`,
    );
  }
}

function problemsOf(file: unknown): readonly string[] {
  if (!isObject(file) || file['format'] !== FORMAT) return [`format must be ${FORMAT}`];
  const { exchanges } = file;
  if (!isObject(exchanges)) return ['exchanges must be an object with a member for each exchange'];
  return Object.entries(exchanges).flatMap(([exchange, key]) => keyProblems(exchange, key));
}

function keyProblems(exchange: string, key: unknown): readonly string[] {
  if (!isObject(key)) return [`${exchange} must be an object with apiKey and secret`];
  const unknown = Object.keys(key).filter((name) => !MEMBERS.has(name));
  const isText = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH;
  const wrong = [...MEMBERS].filter((name) => name in key && !isText(key[name]));
  return [
    ...('apiKey' in key ? [] : [`${exchange} has no apiKey`]),
    ...unknown
      .map(() => `${exchange} has an unknown member, expected one of ${[...MEMBERS].join(', ')}`)
      .slice(0, 1),
    ...wrong.map((name) => `${name} of ${exchange} must be a non-empty text`),
  ];
}
