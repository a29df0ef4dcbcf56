import { resolve } from 'node:path';
import { SETTINGS } from '../config/settings.ts';

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** What a command that is recommended has to be given so that it is about this directory; empty for the default one. */
export function dataOption(folder: string): string {
  const path = resolve(folder);
  if (path === resolve(SETTINGS.data.default)) return '';
  return ` --data ${PLAIN_WORD.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`}`;
}
