import { readFileSync } from './files.ts';

/** Stand above the header only. */
const COMMENTS = /^(?:#.*\n)+/;

/** The text of a table shipped as a file: a header, then rows with cells separated by `|`. `path`: from the importer. */
export function shippedTable(path: string, importer: string): string {
  return readFileSync(new URL(path, importer), 'utf8').replace(COMMENTS, '');
}
