import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FromScrub } from '../../../../../src/app/directory/health/scrub-messages.ts';
import { ScrubThread, type ScrubWorker } from '../../../../../src/app/operate/scrub/scrub-thread.ts';
import { MINUTE_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

class DyingWorker extends EventEmitter {
  unref(): void {}

  terminate(): Promise<number> {
    this.emit('exit', 1);
    return Promise.resolve(1);
  }

  die(): void {
    this.emit('error', new Error('out of memory'));
    this.emit('exit', 1);
  }
}

let clock: ManualClock;
let workers: DyingWorker[];
let messages: FromScrub[];
let thread: ScrubThread;
beforeEach(() => {
  clock = new ManualClock(Date.parse('2026-03-01T00:00:00Z'));
  [workers, messages] = [[], []];
  const begin = () => {
    workers.push(new DyingWorker());
    return workers.at(-1) as unknown as ScrubWorker;
  };
  thread = new ScrubThread(
    { folder: '/', everyMs: 1 },
    clock,
    (message) => void messages.push(message),
    begin,
  );
});
afterEach(() => thread.close());

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

test('a thread that dies is reported, and replaced ten minutes later, each time', async () => {
  for (let died = 1; died <= 3; died++) {
    workers.at(-1)!.die();
    expect(messages).toHaveLength(died);
    await pass(10 * MINUTE_MS - 1);
    expect(workers).toHaveLength(died);
    await pass(1);
    expect(workers).toHaveLength(died + 1);
  }
  workers.at(-1)!.emit('message', { kind: 'failed', error: new Error('of the new one') });
  expect(messages).toHaveLength(4);
});

test('a closed thread is not replaced, even if it died before', async () => {
  workers[0]!.die();
  await thread.close();
  await pass(60 * MINUTE_MS);
  expect(workers).toHaveLength(1);
});
