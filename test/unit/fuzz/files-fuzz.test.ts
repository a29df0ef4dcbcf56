import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { verifyReceipt } from '../../../sdk/src/verify/index.ts';
import type { IndexReceipt } from '../../../sdk/src/contract.ts';
import { Destinations } from '../../../src/alerts/delivery/destinations.ts';
import { readWebhookUrl } from '../../../src/alerts/delivery/webhook-url.ts';
import { MANIFEST_FILE, readManifest } from '../../../src/app/operate/backup/manifest.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { parseDefinition } from '../../../src/sources/live/declared/parse-definition.ts';
import { changed, changes } from '../../fuzz/changed-json.ts';
import { IN_VERSION_3, quietWorld, receiptsOf } from '../../support/receipt-worlds.ts';

/** `npm run fuzz` sets these for a longer run, or to repeat one that failed. */
const FILES = Number(process.env['FUZZ_FILES'] ?? 1000);
const SEED = process.env['FUZZ_SEED'] === undefined ? undefined : Number(process.env['FUZZ_SEED']);
const PATIENCE_MS = 60_000 + FILES * 50;
/** Recomputing one takes as long as reading ten files. */
const RECEIPTS = Math.ceil(FILES / 10);
const RUNS = { numRuns: FILES, ...(SEED === undefined ? {} : { seed: SEED }) };

const EXCHANGES = 'examples/exchanges';
const folder = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

test(
  `${FILES} changed exchange files are read without an exception, and lead to their own hosts alone`,
  { timeout: PATIENCE_MS },
  () => {
    const originals = readdirSync(EXCHANGES)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(EXCHANGES, name), 'utf8')) as unknown);
    const outcomes = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(fc.nat(), changes, (n, all) => {
        const { definition, problems } = parseDefinition(
          JSON.stringify(changed(originals[n % originals.length], all)) ?? '',
        );
        outcomes[definition ? 'accepted' : 'refused']++;
        if (!definition) {
          expect(problems.length).toBeGreaterThan(0);
          return;
        }
        for (const { url } of [...definition.tickers.requests, ...(definition.markets?.requests ?? [])]) {
          expect(new URL(url).protocol).toMatch(/^https?:$/);
          expect(definition.hosts).toContain(new URL(url).host);
        }
      }),
      RUNS,
    );
    expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(FILES / 100);
  },
);

/** Node's own judgement of addresses. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** NAT64 leads to the IPv4 address in the last 32 bits; BlockList itself knows other IPv6 addresses that contain one. */
function isPrivate(host: string): boolean {
  const [, high, low] = /^64:ff9b::(?:([\da-f]+):)?([\da-f]+)$/.exec(host) ?? [];
  if (low === undefined) return PRIVATE.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
  const words = [high ?? '0', low].map((word) => Number.parseInt(word, 16));
  const ipv4 = words.flatMap((word) => [word >> 8, word & 255]).join('.');
  return PRIVATE.check(ipv4, 'ipv4');
}

const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 127, 169, 172, 192, 254, 255));
const ipv4 = fc.tuple(octet, octet, octet, octet);
const hosts = fc.oneof(
  fc.domain(),
  ipv4.map((parts) => parts.join('.')),
  // Notations that URLs turn into the usual one.
  ipv4.map(([a, b, c, d]) => String(((a * 256 + b) * 256 + c) * 256 + d)),
  ipv4.map((parts) => parts.map((part) => `0x${part.toString(16)}`).join('.')),
  ipv4.map((parts) => parts.map((part) => `0${part.toString(8)}`).join('.')),
  ipv4.map(([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`),
  ipv4.map((parts) => `[::ffff:${parts.join('.')}]`),
  ipv4.map((parts) => `[64:ff9b::${parts.join('.')}]`),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom(
    'localhost',
    'localhost.',
    'a.local.',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::]',
    '[fe80::1%25eth0]',
  ),
  fc.string(),
);
const urls = fc
  .tuple(
    fc.constantFrom('https:', 'https:', 'https:', 'http:', 'HTTPS:', 'ftp:', 'javascript:', ''),
    fc.constantFrom('//', '//', '//', '/', '\\\\', '', '//user@', '//user:secret@'),
    hosts,
    fc.constantFrom('', '', ':443', ':80', ':0', ':99999', '.', '%00'),
    fc.constantFrom('', '/', '/hook', '?a=b', '#x', '/\t', '\\@other.example'),
  )
  .map((parts) => parts.join(''));

test(
  `${FILES} URLs of webhooks lead to public addresses by https, or are refused`,
  { timeout: PATIENCE_MS },
  () => {
    const destinations = new Destinations();
    let accepted = 0;
    fc.assert(
      fc.property(urls, (text) => {
        const target = readWebhookUrl(text, destinations);
        if ('problem' in target) {
          expect(target.problem).toMatch(/^must /);
          return;
        }
        accepted++;
        const { url, host } = target;
        expect([url.protocol, url.port, url.username, url.password, url.hash]).toEqual([
          'https:',
          '',
          '',
          '',
          '',
        ]);
        if (isIP(host)) expect([host, isPrivate(host)]).toEqual([host, false]);
        else expect(host).toMatch(/\./);
      }),
      RUNS,
    );
    expect(accepted).toBeGreaterThan(FILES / 50);
  },
);

const FILE = { path: 'clients.json', bytes: 12, sha256: 'a'.repeat(64), modified: '1', sealed: false };
const MANIFEST = {
  createdAt: '2026-11-01T00:00:00.000Z',
  lastTick: '2026-11-01T00:00:00.000Z',
  files: [
    FILE,
    { ...FILE, path: 'history/journal/0000000001.log' },
    { ...FILE, path: 'inputs/a.bin', sealed: true },
  ],
  damaged: [{ file: 'history/x', what: 'y', reason: 'z' }],
};

test(
  `${FILES} changed manifests of backups with the right checksum name files inside the backup alone`,
  { timeout: PATIENCE_MS },
  () => {
    const outcomes = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(changes, (all) => {
        const manifest = changed(MANIFEST, all);
        const sha256 = createHash('sha256')
          .update(JSON.stringify(manifest) ?? '')
          .digest('hex');
        writeFileSync(join(folder, MANIFEST_FILE), JSON.stringify({ format: 1, sha256, manifest }));
        try {
          const read = readManifest(folder)!;
          outcomes.accepted++;
          for (const { path } of read.files)
            expect(resolve(folder, path).startsWith(folder + sep)).toBe(true);
        } catch (error) {
          if (!(error instanceof OperatorError)) throw error;
          outcomes.refused++;
        }
      }),
      RUNS,
    );
    expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(FILES / 100);
  },
);

test(`${RECEIPTS} changed receipts are judged without an exception`, { timeout: PATIENCE_MS }, () => {
  const receipts = [...receiptsOf(quietWorld(IN_VERSION_3, 3), 200)];
  let wrong = 0;
  fc.assert(
    fc.property(fc.nat(), changes, (n, all) => {
      const receipt = changed(receipts[n % receipts.length], all) as IndexReceipt;
      if (!verifyReceipt(receipt).isRight) wrong++;
    }),
    { ...RUNS, numRuns: RECEIPTS },
  );
  expect(wrong).toBeGreaterThan(RECEIPTS / 2);
});
