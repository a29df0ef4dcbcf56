import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METHODOLOGIES } from '../../../src/engine/methodology.ts';

const PAGE = new URL('../../../docs/methodology/README.md', import.meta.url);
const ROW = /^\| `([a-zA-Z]+\.[a-zA-Z]+)` +\|(.+)\|$/gm;

/** Parameters by name, with the value of each version as text. */
function parametersOf(): Record<string, string[]> {
  const table: Record<string, string[]> = {};
  for (const methodology of METHODOLOGIES)
    for (const [group, values] of Object.entries(methodology)) {
      if (typeof values !== 'object') continue;
      for (const [name, value] of Object.entries(values)) (table[`${group}.${name}`] ??= []).push(`${value}`);
    }
  return table;
}

test('the table of parameters in the documentation has every parameter with its value in each version', () => {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(([, name, cells]) => {
    const values = cells!.split('|').map((cell) => cell.trim());
    return [name, values.slice(0, METHODOLOGIES.length)];
  });
  expect(Object.fromEntries(rows)).toEqual(parametersOf());
});
