import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { SharedReadings } from '../../../../src/sources/live/collect/process/shared-readings.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Readings that say when they begin and end; one that is stopped ends when the test lets it. */
function readings(unreadable: readonly string[] = []) {
  const stop = new AbortController();
  const log: string[] = [];
  const ends = new Map<string, Deferred<void>>();
  const shared = new SharedReadings({
    signal: stop.signal,
    open: (name) => {
      log.push(`open ${name}`);
      if (unreadable.includes(name)) return Promise.resolve(undefined);
      return Promise.resolve(async (signal: AbortSignal) => {
        log.push(`read ${name}`);
        const end = new Deferred<void>();
        ends.set(name, end);
        signal.addEventListener('abort', () => log.push(`stop ${name}`));
        await end.promise;
        log.push(`ended ${name}`);
      });
    },
  });
  return { shared, log, stop, end: (name: string) => ends.get(name)!.resolve() };
}

test('what is begun together is opened first, and read then; what cannot be read is left out', async () => {
  const { shared, log } = readings(['b']);
  shared.set(['a', 'b', 'c']);
  await settled();
  expect(log).toEqual(['open a', 'open b', 'open c', 'read a', 'read c']);
});

test('one that is not wanted any more is stopped, and begins again only when its last reading has ended', async () => {
  const { shared, log, end } = readings();
  shared.set(['a', 'b']);
  await settled();
  log.length = 0;
  shared.set(['b']);
  expect(log).toEqual(['stop a']);
  shared.set(['a', 'b']);
  await settled();
  expect(log).toEqual(['stop a']);
  end('a');
  await settled();
  expect(log).toEqual(['stop a', 'ended a', 'read a']);
});

test('it has ended when the signal has aborted and every last reading is over', async () => {
  const { shared, stop, log, end } = readings();
  shared.set(['a']);
  await settled();
  let hasEnded = false;
  const ended = shared.ended().then(() => (hasEnded = true));
  stop.abort();
  await settled();
  expect([hasEnded, log.at(-1)]).toEqual([false, 'stop a']);
  end('a');
  await ended;
  expect(log.at(-1)).toBe('ended a');
});

test('what is read has changed when the last readings of those that were stopped have ended', async () => {
  const { shared, end } = readings();
  await shared.set(['a', 'b']);
  await settled();
  let isOver = false;
  const over = shared.set(['b']).then(() => (isOver = true));
  await settled();
  expect(isOver).toBe(false);
  end('a');
  await over;
  expect(isOver).toBe(true);
});
