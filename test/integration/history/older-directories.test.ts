import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSound, verifyDirectory } from '../../../src/app/operate/verify/verify.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import { ReferenceLogReader } from '../../../src/reference/versions/reference-log.ts';
import { DATA_FIXTURES, readFixture, unpackFixture, type DataFixture } from '../../support/data-fixture.ts';
import { startService, type TestService } from '../../support/service.ts';

/** The newest of them: the day on which version 2 of the methodology takes effect. */
const SECOND = methodologyNamed('2')!.from;

test('there are fixtures, and the last one contains a change of methodology and of reference data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
  unpackFixture(readFixture(DATA_FIXTURES.at(-1)!), folder);
  const { from, to } = await verifyDirectory({ data: folder });
  const references = new ReferenceLogReader(join(folder, 'reference.log')).entries();
  rmSync(folder, { recursive: true });
  expect(DATA_FIXTURES.length).toBeGreaterThan(1);
  expect(from).toBeLessThan(SECOND);
  expect(to).toBeGreaterThan(SECOND);
  expect(references.length).toBeGreaterThan(1);
});

describe.each(DATA_FIXTURES)('the data directory %s', (name) => {
  let folder: string;
  let fixture: DataFixture;
  let service: TestService | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
    fixture = readFixture(name);
    unpackFixture(fixture, folder);
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  test('passes verification: values, end-of-day records, the chain, heads', async () => {
    const report = await verifyDirectory({ data: folder });
    expect(isSound(report)).toBe(true);
    expect(report.verified).toBeGreaterThan(1000);
    expect(report.candles.verified).toBeGreaterThan(100);
    expect(report.notVerifiable).toMatchObject({ damagedInputs: 0, otherReference: 0, noInputs: 0 });
    expect(report.heads.map(({ outcome }) => outcome)).toEqual(['fits']);
    // 1.0.0 had no count of gaps.
    if (name.startsWith('1.0.0')) expect(report.gaps).toEqual({ lines: 2, anchor: 'not anchored' });
  });

  // Older versions had no log of gaps.
  if (name.startsWith('1.')) {
    test('fails verification with a lost or damaged log of gaps', async () => {
      const path = join(folder, 'gaps.log');
      writeFileSync(path, readFileSync(path, 'utf8').replace('DOWN', 'DAWN'));
      const damaged = await verifyDirectory({ data: folder });
      expect(damaged.damage).toContainEqual({ file: 'gaps.log', reason: 'line 2 is damaged' });
      expect(isSound(damaged)).toBe(false);
      rmSync(path);
      const lost = await verifyDirectory({ data: folder });
      expect(lost.damage).toContainEqual({ file: 'gaps.log', reason: 'the file is missing' });
      expect(isSound(lost)).toBe(false);
    });
  }

  test('does not count as empty after losing the beginning of its journal', async () => {
    rmSync(join(folder, 'history', 'journal', '0000000001.log'));
    // Later files may still contain ticks.
    const found = await verifyDirectory({ data: folder }).catch((error: unknown) => error as Error);
    const text = found instanceof Error ? found.message : JSON.stringify([isSound(found), found.damage]);
    expect(text).toMatch(/history\/journal.*files of it are missing/);
    expect(text).not.toMatch(/^\[true/);
  });

  test('is continued: the same clients, keys and past, and an unbroken chain', async () => {
    const before = await verifyDirectory({ data: folder });
    service = await startService({ folder, argv: fixture.args });
    const { client, secret } = fixture.client;
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const headers = { authorization: `Bearer ${token}` };
    const path = `/v3/index-ticker?indexType=GWA&size=2000&timestamp=${new Date(before.to).toISOString()}`;
    const past = (await (await service.get(path, headers)).json()) as { content: { timestamp: string }[] };
    expect(past.content[0]?.timestamp).toBe(new Date(before.to).toISOString());
    const newest = async () => {
      const answer = await service!.get('/v3/integrity/head');
      return Date.parse(((await answer.json()) as { slot: string }).slot);
    };
    await expect.poll(newest).toBeGreaterThanOrEqual(before.to + 3 * SLOT_MS);
    await service.close();
    service = undefined;
    const after = await verifyDirectory({ data: folder });
    expect(isSound(after)).toBe(true);
    expect(after.ticks).toBeGreaterThanOrEqual(before.ticks + 3);
    expect(after.from).toBe(before.from);
    expect(after.gaps.anchor).toBe('anchored');
  });
});
