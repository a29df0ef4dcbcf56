import { describe, expect, test } from 'vitest';
import { ErrorOutput } from '../../../../../src/app/operate/terminal/error-output.ts';
import { createLog, prettyLine } from '../../../../../src/app/operate/terminal/log.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

test('on a terminal an entry of the audit log is short: who did what', () => {
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

describe('a warning or an error', () => {
  function loggedLines(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
    const lines: string[] = [];
    const sink = {
      write: (bytes: Uint8Array) => lines.push(Buffer.from(bytes).toString()) && bytes.length,
      isTerminal: false,
      columns: () => 80,
      pause: () => undefined,
    };
    write(createLog({ logLevel: 'info', logFormat: 'json' }, new ManualClock(0), new ErrorOutput(sink)));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test('has a link to its cause and remedy, in addition to its own fields', () => {
    const [warning, error] = loggedLines((log) => {
      log.warn({ seconds: 3 }, 'the clock was set back');
      log.child({ part: 'a' }).error('the back-fill stops: another process has taken over the history');
    });
    const help = 'docs/run/troubleshooting.md#clock-set';
    expect(warning).toMatchObject({ level: 40, seconds: 3, msg: 'the clock was set back', help });
    expect(error).toMatchObject({ level: 50, part: 'a', help: 'docs/run/troubleshooting.md#taken-over' });
  });

  test('is unchanged without an entry, and so is an info message', () => {
    const fault = new Error('broken');
    const [error, own, news] = loggedLines((log) => {
      log.error(fault);
      log.warn({ a: 1 }, 'not in the table');
      log.info({ seconds: 3 }, 'the clock was set back');
    });
    expect(error).toMatchObject({ err: { message: 'broken' }, msg: 'broken' });
    expect([error, own, news].map((line) => line && 'help' in line)).toEqual([false, false, false]);
    expect(own).toMatchObject({ a: 1, msg: 'not in the table' });
  });
});
