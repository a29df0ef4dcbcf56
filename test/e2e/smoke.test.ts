import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('a newcomer gets a token and lists assets', async () => {
  const answer = await service.get('/v3/asset');
  expect(answer.status).toBe(200);
  const { content } = (await answer.json()) as { content: unknown[] };
  expect(content).toHaveLength(60);
});
