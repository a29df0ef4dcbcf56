import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSound, verifyDirectory } from '../../src/app/receipts/verify.ts';
import type { IssuedSecret } from '../../src/auth/client-registry.ts';
import { SLOT_MS } from '../../src/core/time.ts';
import { startService, type TestService } from '../support/service.ts';

/** What a version left, once and for all: every later one opens it, verifies it and goes on from it. */
interface Fixture {
  /** With which it was served. */
  readonly args: readonly string[];
  readonly client: IssuedSecret;
  /** Content by path, base64. */
  readonly files: Readonly<Record<string, string>>;
}

const FOLDER = new URL('../fixtures/data-directories/', import.meta.url);
const FIXTURES = readdirSync(FOLDER).filter((name) => name.endsWith('.json.br'));

test('there is one', () => expect(FIXTURES.length).toBeGreaterThan(0));

describe.each(FIXTURES)('the data directory %s', (name) => {
  let folder: string;
  let fixture: Fixture;
  let service: TestService | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
    fixture = JSON.parse(
      brotliDecompressSync(readFileSync(new URL(name, FOLDER))).toString('utf8'),
    ) as Fixture;
    for (const [path, content] of Object.entries(fixture.files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, path), Buffer.from(content, 'base64'), { mode: 0o600 });
    }
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  test('is verified: values, end-of-day records, the chain, heads', { timeout: 120_000 }, async () => {
    const report = await verifyDirectory({ data: folder });
    expect(isSound(report)).toBe(true);
    expect(report.verified).toBeGreaterThan(1000);
    expect(report.candles.verified).toBeGreaterThan(100);
    expect(report.notVerifiable).toMatchObject({ damagedInputs: 0, otherReference: 0, noInputs: 0 });
    expect(report.heads.map(({ outcome }) => outcome)).toEqual(['fits']);
  });

  test(
    'is gone on from: the same clients, keys and past, and an unbroken chain',
    { timeout: 120_000 },
    async () => {
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
      await expect.poll(newest, { timeout: 60_000 }).toBeGreaterThanOrEqual(before.to + 3 * SLOT_MS);
      await service.close();
      service = undefined;
      const after = await verifyDirectory({ data: folder });
      expect(isSound(after)).toBe(true);
      expect(after.ticks).toBeGreaterThanOrEqual(before.ticks + 3);
      expect(after.from).toBe(before.from);
    },
  );
});
