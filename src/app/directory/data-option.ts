import { resolve } from 'node:path';
import { SETTINGS } from '../config/settings.ts';

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** The `--data` option to append to a command that a message recommends; empty for the default directory. */
export function dataOption(folder: string): string {
  const path = resolve(folder);
  if (path === resolve(SETTINGS.data.default)) return '';
  return ` --data ${shellWord(path)}`;
}

/** Quoted if a shell needs that. */
export function shellWord(text: string): string {
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
