import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Asset } from '../../../../../src/core/asset.ts';
import { assetIdOf } from '../../../../../src/core/ids/entity-id.ts';
import { HOUR_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { supplyStatus } from '../../../../../src/app/pipeline/metrics/supply-status.ts';
import type { OperatorWarning } from '../../../../../src/sources/live/live-source.ts';
import { LiveSupplies } from '../../../../../src/sources/live/supply/live-supplies.ts';
import type { SupplyReading } from '../../../../../src/sources/live/supply/supply-endpoint.ts';
import { supplyOptions, supplyProblems } from '../../../../../src/sources/live/supply/supply-settings.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const BITCOIN: Asset = {
  id: assetIdOf('bitcoin'),
  name: 'Bitcoin',
  symbol: 'BTC',
  slugName: 'bitcoin',
  status: 'ACTIVE',
  type: 'CRYPTO',
  url: '',
};
const ETHER: Asset = { ...BITCOIN, id: assetIdOf('ethereum'), symbol: 'ETH', slugName: 'ethereum' };
const HEAD = 'slugName,totalSupply,freeFloatSupply,asOf';

let folder: string;
let file: string;
let troubles: OperatorWarning[];
let written = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supplies-'));
  file = join(folder, 'supplies.csv');
  troubles = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Each time with another time of change, however fast the test is. */
function write(...lines: readonly string[]): void {
  writeFileSync(file, [HEAD, ...lines].join('\n'));
  utimesSync(file, new Date(NOON), new Date(NOON + ++written));
}

function open(options: { readonly hasFile?: boolean; readonly hasUrl?: boolean } = {}): LiveSupplies {
  const { hasFile = false, hasUrl = false } = options;
  return new LiveSupplies({
    file: hasFile ? file : undefined,
    hasUrl,
    folder,
    onWarning: (trouble) => troubles.push(trouble),
    now: NOON,
  });
}

function settled(supplies: LiveSupplies, now = NOON): Readonly<Record<string, string>> {
  supplies.settle([BITCOIN, ETHER], now);
  return Object.fromEntries(
    supplies
      .adopt(now)
      .map(({ assetId, freeFloatSupply }) => [assetId === BITCOIN.id ? 'BTC' : 'ETH', freeFloatSupply]),
  );
}

function reading(slugName: string, supply: string, asOf = NOON): SupplyReading {
  const row = { place: slugName, slugName, totalSupply: supply, freeFloatSupply: supply, asOf };
  return { outcome: 'read', rows: [row], refused: [] };
}

const failed: SupplyReading = {
  outcome: 'failed',
  failure: 'timeout',
  message: 'no complete answer within 20 s',
};

describe('the file of the operator', () => {
  test('is read again when it has changed, once it is no longer written to', () => {
    write('bitcoin,21,19,2026-11-16');
    const supplies = open({ hasFile: true });
    expect(settled(supplies)).toEqual({ BTC: '19' });
    write('bitcoin,21,20,2026-11-16');
    expect(settled(supplies, NOON + SLOT_MS)).toEqual({ BTC: '19' });
    expect(settled(supplies, NOON + 2 * SLOT_MS)).toEqual({ BTC: '20' });
  });

  test('an invalid one is reported once, and earlier data still counts', () => {
    write('bitcoin,21,19,2026-11-16');
    const supplies = open({ hasFile: true });
    settled(supplies);
    write('bitcoin,21,twenty,2026-11-16');
    const counts = [1, 2, 3, 4].map((slot) => settled(supplies, NOON + slot * SLOT_MS));
    expect(counts.at(-1)).toEqual({ BTC: '19' });
    expect(troubles).toEqual([
      {
        what: 'the supply file is invalid: the supplies read before stay in use',
        details: {
          path: file,
          problems: [expect.stringContaining('line 2, freeFloatSupply: must be') as string],
        },
      },
    ]);
    expect(supplies.report().origins[0]?.problem).toContain('line 2, freeFloatSupply');
    write('bitcoin,21,20,2026-11-16');
    settled(supplies, NOON + 5 * SLOT_MS);
    expect(settled(supplies, NOON + 6 * SLOT_MS)).toEqual({ BTC: '20' });
    expect(supplies.report().origins[0]).not.toHaveProperty('problem');
  });

  test('a missing one is also invalid', () => {
    write('bitcoin,21,19,2026-11-16');
    const supplies = open({ hasFile: true });
    renameSync(file, `${file}.old`);
    settled(supplies, NOON + SLOT_MS);
    expect(settled(supplies, NOON + 2 * SLOT_MS)).toEqual({ BTC: '19' });
    expect(troubles[0]?.details['problems']).toEqual(['cannot be read: ENOENT']);
  });

  test('a date that has not come yet leaves out its own row', () => {
    write('bitcoin,21,19,2026-11-16\nethereum,120,110,2027-11-16');
    const supplies = open({ hasFile: true });
    expect(settled(supplies)).toEqual({ BTC: '19' });
    expect(troubles).toEqual([]);
    expect(supplies.report().findings).toMatchObject([{ why: 'its date is in the future' }]);
  });
});

describe('supplies of an address', () => {
  test('are available after a restart without a network, with their age', () => {
    const before = open({ hasUrl: true });
    before.takeReading(reading('bitcoin', '19.25', NOON - HOUR_MS), NOON);
    expect(settled(before)).toEqual({ BTC: '19.25' });
    const supplies = open({ hasUrl: true });
    supplies.takeReading(failed, NOON);
    expect(settled(supplies)).toEqual({ BTC: '19.25' });
    expect(supplies.report()).toEqual({
      assets: 1,
      origins: [
        {
          origin: 'url',
          assets: 1,
          unmatched: 0,
          oldest: NOON - HOUR_MS,
          newest: NOON - HOUR_MS,
          problem: 'timeout: no complete answer within 20 s',
        },
      ],
      readings: { byOutcome: { failed: 1 }, byFailure: { timeout: 1 } },
      findings: [],
    });
    expect(troubles).toEqual([
      {
        what: 'supplies cannot be read from --supply-url',
        details: { failure: 'timeout', message: failed.message },
      },
    ]);
  });

  test('a failure is reported when it starts, not each time', () => {
    const supplies = open({ hasUrl: true });
    for (const each of [failed, failed, reading('bitcoin', '1'), failed]) supplies.takeReading(each, NOON);
    expect(troubles).toHaveLength(2);
  });

  test('do not count once no address is configured', () => {
    const before = open({ hasUrl: true });
    before.takeReading(reading('bitcoin', '19'), NOON);
    settled(before);
    expect(settled(open())).toEqual({});
  });

  test('damaged stored ones are reported and ignored', () => {
    const before = open({ hasUrl: true });
    before.takeReading(reading('bitcoin', '19'), NOON);
    settled(before);
    const stored = join(folder, 'live-supplies.json');
    writeFileSync(stored, readFileSync(stored, 'utf8').replace('"19"', '"91"'));
    const supplies = open({ hasUrl: true });
    expect(settled(supplies)).toEqual({});
    expect(troubles).toEqual([
      {
        what: 'a file of the live source is damaged',
        details: { path: stored, reason: 'it does not fit its checksum' },
      },
    ]);
    supplies.takeReading(reading('bitcoin', '20'), NOON);
    expect(settled(supplies)).toEqual({ BTC: '20' });
    expect(settled(open({ hasUrl: true }))).toEqual({ BTC: '20' });
  });

  test('that cannot be stored still count, and are reported once', () => {
    const supplies = open({ hasUrl: true });
    supplies.takeReading(reading('bitcoin', '19'), NOON);
    const elsewhere = `${folder}-away`;
    renameSync(folder, elsewhere);
    try {
      expect(settled(supplies)).toEqual({ BTC: '19' });
      settled(supplies, NOON + SLOT_MS);
      expect(troubles).toEqual([{ what: 'supplies cannot be stored', details: { code: 'ENOENT' } }]);
    } finally {
      renameSync(elsewhere, folder);
    }
    settled(supplies, NOON + 2 * SLOT_MS);
    expect(settled(open({ hasUrl: true }))).toEqual({ BTC: '19' });
  });
});

describe('why there are no market caps', () => {
  test.each<[string, () => LiveSupplies]>([
    ['no supplies are configured (--supply-file, --supply-url)', () => open()],
    ['no supply is used (none has been read yet): /market-cap is empty', () => open({ hasUrl: true })],
    [
      'no supply is used (url: timeout: no complete answer within 20 s)',
      () => {
        const supplies = open({ hasUrl: true });
        supplies.takeReading(failed, NOON);
        return supplies;
      },
    ],
    [
      'no supply is used (none of 1 matches a listed asset)',
      () => {
        write('dogecoin,1,1,2026-11-16');
        return open({ hasFile: true });
      },
    ],
  ])('%s', (why, make) => {
    const supplies = make();
    settled(supplies);
    expect(supplies.report().why).toContain(why);
  });
});

test('names of a file that no asset has are told once, when exchanges have had time to list theirs', () => {
  write('bitcoin,21,19,2026-11-16', 'bitcoyn,21,19,2026-11-16');
  const supplies = open({ hasFile: true });
  for (let slot = 0; slot < 10; slot++) settled(supplies, NOON + slot * SLOT_MS);
  expect(troubles).toEqual([]);
  for (let slot = 10; slot < 30; slot++) settled(supplies, NOON + slot * SLOT_MS);
  const said = 'line 3: no listed asset is named bitcoyn';
  expect(troubles.map(({ details }) => details)).toEqual([{ count: 1, first: [said] }]);
  expect(supplyStatus(supplies.report(), NOON)).toMatchObject({ findings: 1, examples: [said] });
});

describe('settings', () => {
  const URL = 'https://api.example.com/assets';

  test('name a file, an address with its mapping, and the file of a key', () => {
    write('bitcoin,21,19,2026-11-16');
    const options = { supplyFile: file, supplyUrl: URL, supplyMapping: 'coincap', supplyKeyFile: file };
    expect(supplyProblems(options)).toEqual([]);
    expect(supplyOptions(options)).toMatchObject({
      file,
      endpoint: { url: URL, keyFile: file, mapping: { list: 'data' } },
    });
    expect(supplyOptions({})).toEqual({ file: undefined, endpoint: undefined });
  });

  test.each([
    'https://gateway.example.com',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://localhost',
    undefined,
  ])('a key may go by the gateway %s', (exchangeGateway) => {
    write('bitcoin,21,19,2026-11-16');
    const options = { supplyUrl: URL, supplyMapping: 'coincap', supplyKeyFile: file, exchangeGateway };
    expect(supplyProblems(options)).toEqual([]);
  });

  test.each([
    [{ supplyFile: '/no/such/file' }, '/no/such/file: cannot be read: ENOENT'],
    [
      { supplyUrl: URL, supplyMapping: 'coincap', supplyKeyFile: '/no/such/key' },
      '--supply-key-file: /no/such/key cannot be read',
    ],
    [{ supplyMapping: 'coincap' }, 'need --supply-url, which is missing'],
    [{ supplyUrl: URL }, '--supply-url needs --supply-mapping'],
    [
      { supplyUrl: URL, supplyMapping: 'coinmarket' },
      'coinmarket: cannot be read: ENOENT; the mappings that come with Tidemark are coingecko, coinpaprika, coincap',
    ],
    [
      { supplyUrl: `${URL}?api_key=1`, supplyMapping: 'coincap' },
      'api_key looks like a key: move it to --supply-key-file',
    ],
    [
      { supplyUrl: 'http://example.com', supplyMapping: 'coincap', supplyKeyFile: '/key' },
      'a key is sent to https addresses only',
    ],
    [
      {
        supplyUrl: URL,
        supplyMapping: 'coincap',
        supplyKeyFile: '/key',
        exchangeGateway: 'http://gateway.example.com',
      },
      'the key would reach --exchange-gateway in clear text',
    ],
  ])('%j is refused', (options, problem) => {
    expect(supplyProblems(options).join('\n')).toContain(problem);
  });
});
