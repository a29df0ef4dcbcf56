import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLOT_MS } from '../../../src/core/time.ts';
import { AT_ONCE, ENDS_AFTER, SOURCES } from '../../support/ending-table.ts';
import { COIN_USD, writeFileMarket } from '../../support/file-market.ts';
import { startService, type TestService } from '../../support/service.ts';

const START = '2026-03-01T12:00:05Z';
const FIRST = Date.parse('2026-03-01T12:00:30Z');

let root: string;
let service: TestService | undefined;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-ending-'));
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  rmSync(root, { recursive: true });
});

function start(name: string): Promise<TestService> {
  const file = join(root, name);
  writeFileMarket(file, { from: FIRST, slots: 20, listedFrom: FIRST + 100 * SLOT_MS });
  const argv = ['--source', 'file', '--file', file, '--start', START, '--speed', '100'];
  return startService({ folder: join(root, 'data'), sources: SOURCES, argv });
}

async function untilUnready(at: TestService): Promise<string> {
  for (;;) {
    const answer = await at.get('/readyz', {});
    if (answer.status === 503) return answer.text();
  }
}

test('a source that ends is reported in readiness, once in the log and in metrics, and existing data is still served', async () => {
  service = await start('market.ndjson');
  expect(await untilUnready(service)).toContain('source (its data has ended');
  expect(service.logLines.filter((line) => line.includes('the source: its data has ended'))).toHaveLength(1);
  expect(await (await service.get('/metrics', {})).text()).toContain('tidemark_source_ended 1');
  const rows = (await (await service.get(`/v3/index-ticker?indexId=${COIN_USD}`)).json()) as {
    content: { timestamp: string }[];
  };
  const last = FIRST + (ENDS_AFTER - 1) * SLOT_MS;
  expect(rows.content.map(({ timestamp }) => Date.parse(timestamp))).toEqual([last]);
});

test('a source that ends before its first tick ends the start with the reason', async () => {
  await expect(start(AT_ONCE)).rejects.toThrow('the source has ended before its first tick');
});
