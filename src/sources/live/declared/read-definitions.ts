import { join } from 'node:path';
import { readdirSync, statSync } from '../../../disk/files.ts';
import { readRegularFile, UnusableFile } from '../../../disk/regular-file.ts';
import type { ExchangeDefinition } from './exchange-definition.ts';
import { parseDefinition } from './parse-definition.ts';

export interface ReadDefinitions {
  readonly definitions: readonly ExchangeDefinition[];
  /** Each with the file and its place in it. */
  readonly problems: readonly string[];
}

/** Larger files are not definitions. */
const MAX_BYTES = 2 ** 20;

/** Reads all definitions in these files and folders. Of a folder, files whose names end with `.json` are read. */
export function readDefinitions(paths: readonly string[]): ReadDefinitions {
  const problems: string[] = [];
  const definitions: ExchangeDefinition[] = [];
  const fileOf = new Map<string, string>();
  for (const file of paths.flatMap((path) => filesAt(path, problems))) {
    const json = contentOf(file, problems);
    if (json === undefined) continue;
    const read = parseDefinition(json);
    if (!read.definition) {
      problems.push(...read.problems.map((problem) => `${file}: ${problem}`));
      continue;
    }
    const { key } = read.definition;
    const other = fileOf.get(key);
    if (other === undefined) definitions.push(read.definition);
    else problems.push(`${file}: key: ${key} is taken by ${other}`);
    fileOf.set(key, file);
  }
  return { definitions, problems };
}

function filesAt(path: string, problems: string[]): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.json'));
    if (names.length === 0) problems.push(`${path}: contains no .json file`);
    return names.toSorted().map((name) => join(path, name));
  } catch (error) {
    problems.push(`${path}: cannot be read: ${codeOf(error)}`);
    return [];
  }
}

function contentOf(file: string, problems: string[]): string | undefined {
  try {
    return readRegularFile(file, MAX_BYTES).toString('utf8');
  } catch (error) {
    if (error instanceof UnusableFile) problems.push(`${file}: ${error.reason}`);
    else problems.push(`${file}: cannot be read: ${codeOf(error)}`);
  }
  return undefined;
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code;
}
