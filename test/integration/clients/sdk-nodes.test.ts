import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PackedSdk, sampleProgram } from '../../support/packed-sdk.ts';
import { startService, type TestService } from '../../support/service.ts';

/** Installed by `scripts/system-suites.mjs`. */
const nodeOf = (version: string) =>
  fileURLToPath(new URL(`../../../node_modules/.cache/nodes/${version}/bin/node`, import.meta.url));

let sdk: PackedSdk;
let service: TestService;
beforeAll(async () => {
  sdk = new PackedSdk();
  service = await startService();
});
afterAll(async () => {
  sdk.remove();
  await service.close();
});

test.each(['22', '24'])('the packed SDK prices and streams on Node %s', async (version) => {
  const node = nodeOf(version);
  expect(execFileSync(node, ['--version']).toString()).toMatch(new RegExp(`^v${version}\\.`));
  expect(JSON.parse(await sdk.run(sampleProgram(service.baseUrl), node))).toEqual({
    isPrice: true,
    indexType: 'MWA',
  });
});
