import { expect, test } from 'vitest';
import { startService } from '../service.ts';
import { parseErrorBody } from './error-answers.ts';
import { RawConnection } from './raw-connection.ts';

test('a running service is alive and ready, and says so without a token', async () => {
  const service = await startService();
  try {
    for (const [path, status] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const answer = await fetch(service.baseUrl + path);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ status, timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) });
    }
  } finally {
    await service.close();
  }
});

test('a stopping service is not ready: 503 with Retry-After and a request id that is in the log', async () => {
  const service = await startService();
  const connection = await RawConnection.open(service.baseUrl);
  connection.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await connection.read();
  // A request under way keeps its connection while the service drains.
  connection.write('GET /readyz HTTP/1.1\r\n');
  await fetch(`${service.baseUrl}/healthz`);
  const closed = service.close();
  connection.write('Host: x\r\n\r\n');
  const answer = await connection.read();
  connection.close();
  await closed;
  expect([answer?.status, Number(answer?.headers['retry-after']) > 0]).toEqual([503, true]);
  const { requestId = 'none' } = parseErrorBody(answer?.body ?? '', 'SERVICE_UNAVAILABLE');
  expect(service.logLines.filter((line) => line.includes(`"${requestId}"`))).not.toEqual([]);
});
