import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PAGE = new URL('../../docs/trust/integrity.md', import.meta.url);
const SCRIPT = fileURLToPath(new URL('../../docs/trust/estimate-market.mjs', import.meta.url));

test('the simulation of one market in the documentation runs, and prints what its page shows', () => {
  const shown = /```text\n([^`]+)```/.exec(readFileSync(PAGE, 'utf8'))?.[1];
  expect(shown).toContain('price');
  const printed = execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' });
  expect(printed).toBe(shown);
});
