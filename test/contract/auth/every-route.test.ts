import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RestApp } from '../../../src/api/server.ts';
import { startService, type TestService } from '../../support/service.ts';
import { EVENT_ACCESS, ROUTE_ACCESS } from './access-table.ts';
import { makeCredentials, type Credentials } from './credentials.ts';
import { differences, JUDGED_ARGV } from './route-judge.ts';

let service: TestService;
let credentials: Credentials;
/** Method and path of every route that the service has. HEAD is as GET. */
let served: string[];

beforeAll(async () => {
  const added = vi.spyOn(RestApp.prototype, 'add');
  service = await startService({ past: false, argv: JUDGED_ARGV });
  served = added.mock.calls.flatMap(([{ methods, path }]) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
  );
  added.mockRestore();
  credentials = await makeCredentials(service);
});
afterAll(() => service.close());

test('every route has a row in the table, and every row a route', () => {
  // Pages of the documentation: files of the build.
  const routes = served.filter((route) => !/^GET \/docs(?:\/|$)/.test(route));
  expect(routes.length).toBeGreaterThan(100);
  expect(routes.toSorted()).toEqual(Object.keys(ROUTE_ACCESS).toSorted());
});

test('every event of the websocket has a row', async () => {
  const document = await (await service.get('/asyncapi.json')).text();
  const events = new Set([...document.matchAll(/"SUBSCRIBE_(\w+)"/g)].map(([, event]) => event));
  expect([...events].toSorted()).toEqual(Object.keys(EVENT_ACCESS).toSorted());
});

test('every route and event answers every credential as the table says', async () => {
  expect(await differences(service, credentials)).toEqual([]);
});
