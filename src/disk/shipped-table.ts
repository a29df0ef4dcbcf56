import { readFileSync } from './files.ts';

/** Stand above the header only. */
const COMMENTS = /^(?:#.*\n)+/;

/**
 * The text of a table that ships with the program as a file: a header with the names of its columns, then one row per line,
 * cells separated by `|`. `path` is relative to the module whose `import.meta.url` is given.
 */
export function shippedTable(path: string, importer: string): string {
  return readFileSync(new URL(path, importer), 'utf8').replace(COMMENTS, '');
}
