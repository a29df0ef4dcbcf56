import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { NodeCertificates } from '../../src/cluster/roles/node-certificates.ts';
import { HOUR_MS } from '../../src/core/time.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { selfSigned } from '../support/self-signed.ts';

const newFolder = temporaryFolders();
const opened: NodeCertificates[] = [];
afterEach(async () => {
  for (const certificates of opened.splice(0)) await certificates.close();
});

function open(file: string | undefined, clock = new ManualClock(0)): NodeCertificates {
  const certificates = new NodeCertificates({ certificateExpiresAt: 7 }, file, clock);
  opened.push(certificates);
  return certificates;
}

const expiryOf = (cert: string) => Date.parse(new X509Certificate(readFileSync(cert)).validTo);

test('a renewed certificate of a node is seen within an hour', async () => {
  const folder = newFolder();
  const { cert } = selfSigned(folder);
  const before = expiryOf(cert);
  const clock = new ManualClock(0);
  const certificates = open(cert, clock);
  expect(certificates.certificateExpiresAt).toBe(7);
  expect(certificates.clientCertificateExpiresAt).toBe(before);
  selfSigned(folder, [], 9);
  expect(certificates.clientCertificateExpiresAt).toBe(before);
  await expect.poll(() => clock.waiting).toBe(1);
  clock.advance(HOUR_MS);
  await expect.poll(() => certificates.clientCertificateExpiresAt).toBe(expiryOf(cert));
  expect(expiryOf(cert)).toBeGreaterThan(before);
});

test('without a certificate, or with a file that is none, nothing is known', () => {
  expect(open(undefined).clientCertificateExpiresAt).toBeUndefined();
  const file = join(newFolder(), 'client.pem');
  expect(open(file).clientCertificateExpiresAt).toBeUndefined();
  writeFileSync(file, 'no certificate');
  expect(open(file).clientCertificateExpiresAt).toBeUndefined();
});
