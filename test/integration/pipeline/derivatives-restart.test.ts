import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

interface Contract {
  readonly id: string;
  readonly exchangeName: string;
  readonly expiration: string;
}

const DERIBIT = '46f3c558-453c-41d2-b6d8-c6e57128e206';
/** On Friday 24 April 2026 Deribit's weekly expires and the next one is listed. */
const BEFORE = '2026-04-24T07:59:20Z';
const EXPIRY = '2026-04-24T08:00:00.000Z';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function serve(start: string, speed: number): Promise<TestService> {
  return startService({
    past: false,
    folder,
    argv: ['--start', start, '--speed', String(speed), '--fault-rate', '0'],
  });
}

/** Starts a service whose time hardly moves, queries it, and stops it. */
async function during<T>(start: string, ask: (service: TestService) => Promise<T>): Promise<T> {
  const service = await serve(start, 0.01);
  try {
    return await ask(service);
  } finally {
    await service.close();
  }
}

async function contracts(service: TestService, include: string, type = 'futures'): Promise<Contract[]> {
  const answer = await service.get(
    `/v3/derivatives/contract/${type}?exchangeId=${DERIBIT}&include=${include}`,
  );
  return ((await answer.json()) as { content: Contract[] }).content;
}

async function quoted(service: TestService): Promise<string[]> {
  const answer = await service.get(`/v3/derivatives/ticker/futures?exchangeId=${DERIBIT}`);
  return ((await answer.json()) as { content: { contractId: string }[] }).content.map((t) => t.contractId);
}

const expiring = (list: readonly Contract[]) => list.filter(({ expiration }) => expiration === EXPIRY);

describe('contracts over restarts', () => {
  test('expire while the service is down, are kept for ever, and keep their ids', async () => {
    const before = await during(BEFORE, async (service) => ({
      active: await contracts(service, 'ACTIVE'),
      all: await contracts(service, 'ALL', 'options'),
      quoted: await quoted(service),
    }));
    const gone = expiring(before.active);
    expect(gone.length).toBeGreaterThan(0);
    expect(before.quoted).toEqual(expect.arrayContaining(gone.map(({ id }) => id)));

    await during('2026-04-24T08:00:05Z', async (service) => {
      expect(expiring(await contracts(service, 'ACTIVE'))).toEqual([]);
      expect(expiring(await contracts(service, 'EXPIRED'))).toEqual(gone);
      expect(await quoted(service)).not.toEqual(expect.arrayContaining([gone[0]?.id]));
    });

    // A year and a half later, the exchange itself no longer lists them.
    await during('2027-11-01T00:00:00Z', async (service) => {
      expect(expiring(await contracts(service, 'EXPIRED'))).toEqual(gone);
      expect(await contracts(service, 'ALL')).toEqual(expect.arrayContaining(gone));
      const options = await contracts(service, 'ALL', 'options');
      const known = new Set(options.map(({ id }) => id));
      expect(before.all.filter(({ id }) => !known.has(id))).toEqual([]);
      expect((await service.get(`/v3/derivatives/contract/futures/${gone[0]?.id}`)).status).toBe(200);
    });
  });

  test('roll over while the service runs: expired contracts go, listed ones come', async () => {
    const first = await during(BEFORE, (service) => contracts(service, 'ALL'));
    const service = await serve(BEFORE, 50);
    try {
      let all: Contract[];
      do all = await contracts(service, 'ALL');
      while (all.length === first.length);
      const active = await contracts(service, 'ACTIVE');
      const known = new Set(first.map(({ id }) => id));
      const listed = all.filter(({ id }) => !known.has(id));
      expect(listed.map(({ exchangeName }) => exchangeName)).toContain('BTC-8MAY26');
      expect(expiring(active)).toEqual([]);
      expect(expiring(all).length).toBeGreaterThan(0);
      expect(active).toEqual(expect.arrayContaining(listed));
    } finally {
      await service.close();
    }
  });

  test('survive a torn end and report damage, which loses nothing that the source still lists', async () => {
    const path = join(folder, 'contracts.log');
    const before = await during(BEFORE, (service) => contracts(service, 'ALL', 'options'));
    const bytes = readFileSync(path);
    const place = bytes.indexOf('"options"');
    bytes[place + 1] = 'O'.charCodeAt(0);
    writeFileSync(path, bytes);
    appendFileSync(path, '0123abcd {"type":"fut');
    await during(BEFORE, async (service) => {
      expect(await contracts(service, 'ALL', 'options')).toEqual(before);
      const logged = service.logLines.join('');
      expect(logged).toContain('contracts are damaged');
      expect(logged).toContain('an unfinished last line');
    });
  });

  test('of a newer format are refused with advice', async () => {
    await during(BEFORE, () => Promise.resolve());
    const { LineLog } = await import('../../../src/disk/line-log.ts');
    const { log } = await LineLog.open(join(folder, 'contracts.log'));
    await log.append(['{"format":2}']);
    await log.close();
    await expect(serve(BEFORE, 0.01)).rejects.toThrow(
      /has format 2, this version knows 1: run the newer version/,
    );
  });
});
