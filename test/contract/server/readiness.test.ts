import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { RawConnection } from '../../support/raw-connection.ts';

test('a running service is alive and ready, and says so without a token', async () => {
  const service = await startService({ past: false });
  try {
    const count = expect.any(Number);
    for (const [path, said] of [
      ['/healthz', { status: 'ok' }],
      ['/readyz', { status: 'ready', exchanges: { answering: count, failing: count, waiting: count } }],
    ] as const) {
      const answer = await fetch(service.baseUrl + path);
      expect(answer.status).toBe(200);
      const timestamp = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);
      expect(await answer.json()).toEqual({ ...said, timestamp });
    }
  } finally {
    await service.close();
  }
});

test('a service with files in quarantine is ready, and says how many there are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
  mkdirSync(join(folder, 'quarantine'));
  for (const name of ['a.seg', 'a.seg.manifest', 'b.seg'])
    writeFileSync(join(folder, 'quarantine', name), '{}');
  const service = await startService({ past: false, folder });
  try {
    const answer = await fetch(`${service.baseUrl}/readyz`);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: 'ready', quarantine: { files: 2 } },
    ]);
    expect(await (await service.get('/metrics')).text()).toMatch(/^tidemark_quarantine_files 2$/m);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a stopping service is not ready: 503 with Retry-After and a request id that is in the log', async () => {
  const service = await startService({ past: false });
  const connection = await RawConnection.open(service.baseUrl);
  connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await connection.read();
  // A request under way keeps its connection while the service drains.
  connection.write('GET /readyz HTTP/1.1\r\n');
  await fetch(`${service.baseUrl}/healthz`);
  const closed = service.close();
  connection.write('Host: localhost\r\n\r\n');
  const answer = await connection.read();
  connection.close();
  await closed;
  expect([answer?.status, Number(answer?.headers['retry-after']) > 0]).toEqual([503, true]);
  const { requestId = 'none' } = parseErrorBody(answer?.body ?? '', 'SERVICE_UNAVAILABLE');
  expect(service.logLines.filter((line) => line.includes(`"${requestId}"`))).not.toEqual([]);
});
