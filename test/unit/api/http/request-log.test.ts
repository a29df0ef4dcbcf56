import { pino } from 'pino';
import { expect, test } from 'vitest';
import { RequestLog } from '../../../../src/api/http/request-log.ts';
import { monotonicMs } from '../../../../src/core/clocks/clock.ts';

function logged(call: { readonly isDelayed?: boolean }): string[] {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const metrics = { observeRequest: () => undefined } as never;
  const startedAt = monotonicMs() - 5000;
  const requestLog = new RequestLog({ log, metrics, accessLog: false, slowRequestMs: 1000 });
  requestLog.answered({ id: '1', request: { method: 'GET' }, route: '/v3/asset', startedAt, ...call }, 429);
  return lines;
}

test('a slow request is logged, but not one whose answer was delayed', () => {
  expect(logged({})).toHaveLength(1);
  expect(logged({ isDelayed: true })).toEqual([]);
});
