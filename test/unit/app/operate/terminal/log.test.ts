import { expect, test } from 'vitest';
import { prettyLine } from '../../../../../src/app/operate/terminal/log.ts';

test('on a terminal an entry of the audit log says who did what, and is short', () => {
  const entry = {
    number: 2,
    at: '2026-03-01T12:00:00.000Z',
    event: 'service.start',
    by: { user: 'alice', uid: 1000, pid: 7 },
    details: { version: '0.1.0', host: '127.0.0.1', port: 8080, corsOrigins: ['*'] },
  };
  const line = JSON.stringify({ level: 30, time: '2026-03-01T12:00:00.500Z', audit: entry, msg: 'audit' });
  expect(prettyLine(line)).toBe('12:00:00.500 info audit service.start by "alice"\n');
});

test('anything else is shown with its details', () => {
  const line = JSON.stringify({ level: 40, time: '2026-03-01T12:00:00.500Z', files: 2, msg: 'careful' });
  expect(prettyLine(line)).toBe('12:00:00.500 warn careful files=2\n');
});
