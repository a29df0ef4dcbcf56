import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLI_ROUTES, cliRoutes, SDK_CONTRACT, sdkContract } from '../../../scripts/sdk-contract.mjs';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('the types of the SDK are those of the documents that the service serves', async () => {
  const committed = readFileSync(SDK_CONTRACT, 'utf8');
  // Where they differ: `npm run sdk:contract`.
  expect(await sdkContract(service.baseUrl)).toBe(committed);
});

test('what `tidemark get` asks for are the routes of the document that the service serves', async () => {
  const committed = readFileSync(CLI_ROUTES, 'utf8');
  expect(await cliRoutes(service.baseUrl)).toBe(committed);
});
