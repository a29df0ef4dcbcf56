import { readFileSync } from './files.ts';

/** Comments are only allowed above the header. */
const COMMENTS = /^(?:#.*\n)+/;

/** The text of a table shipped as a file: a header, then rows with cells separated by `|`. `path`: relative to the importer. */
export function shippedTable(path: string, importer: string): string {
  return readFileSync(new URL(path, importer), 'utf8').replace(COMMENTS, '');
}
