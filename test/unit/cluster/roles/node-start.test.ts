import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { PRODUCT } from '../../../../src/app/compose/product.ts';
import { SOURCES } from '../../../../src/app/compose/source-table.ts';
import { loadConfig } from '../../../../src/app/config/config.ts';
import { composeNode } from '../../../../src/cluster/roles/node.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { SECOND_MS } from '../../../../src/core/time.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const newFolder = temporaryFolders(afterAll);
afterEach(() => void vi.restoreAllMocks());

/** A serving node whose start fails with this error. */
function failing(error: Error) {
  const given = {
    '--role': 'serve',
    '--store': 'postgres://u@127.0.0.1:1/x',
    '--bus': 'nats://127.0.0.1:1',
    '--data': newFolder(),
    '--port': '0',
  };
  const argv = Object.entries(given).flat();
  const { settings } = loadConfig({ argv, environment: {}, ...PRODUCT });
  const [wallClock, stop, lines] = [new ManualClock(0), new AbortController(), [] as string[]];
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const starts = vi.spyOn(SOURCES, 'get').mockImplementation(() => {
    throw error;
  });
  const starting = composeNode({ settings, wallClock, log, sources: SOURCES, stop: stop.signal });
  starting.catch(() => undefined);
  return { wallClock, stop, lines, starts, starting };
}

test('a start that fails without a reason for the operator is tried again, until the node is stopped', async () => {
  const { wallClock, stop, lines, starts, starting } = failing(new TypeError('an unreadable message'));
  for (const times of [1, 2, 3]) {
    await vi.waitFor(() => expect(lines).toHaveLength(times));
    expect(starts).toHaveBeenCalledTimes(times);
    await nextTurn();
    wallClock.advance(5 * SECOND_MS);
  }
  expect(lines).toContain('the start failed: trying again');
  stop.abort();
  await expect(starting).rejects.toBe(stop.signal.reason);
});

test('a start that fails for a reason that the operator must repair ends', async () => {
  const { starts, starting } = failing(new OperatorError('the store holds different data'));
  await expect(starting).rejects.toThrow('the store holds different data');
  expect(starts).toHaveBeenCalledTimes(1);
});
