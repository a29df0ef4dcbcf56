import { expect, test } from 'vitest';
import type { Batch, Channel } from '../../../../../src/api/stream/channels/channel.ts';
import { FanOut } from '../../../../../src/api/stream/channels/fan-out.ts';
import { InFlightBudget } from '../../../../../src/api/stream/frames/in-flight-budget.ts';
import type { Subscriber } from '../../../../../src/api/stream/subscriber.ts';

const CHANNEL = { name: 'INDEX_TICKERS' } as unknown as Channel;

/** What the fan-out needs of a session. */
class Listener {
  readonly form = { encoding: 'frames', isEdited: false };
  caughtUp = 0;
  readonly received: Batch[] = [];
  destroyed = false;
  readonly #fails: boolean;

  constructor(fails = false) {
    this.#fails = fails;
  }

  deliver(_channel: Channel, batch: Batch): void {
    if (this.#fails) throw new Error('cannot be written');
    this.received.push(batch);
  }

  destroy(): void {
    this.destroyed = true;
  }
}

test('a session that fails is ended, and no other misses a batch', async () => {
  const failures: unknown[] = [];
  const served: number[] = [];
  const loop = { now: () => 0, nextTurn: (goOn: () => void) => goOn() };
  const fanOut = new FanOut(loop, new InFlightBudget(), {
    served: () => served.push(fanOut.published),
    failed: (error) => failures.push(error),
  });
  const [before, broken, after] = [new Listener(), new Listener(true), new Listener()];
  const audience = [before, broken, after] as unknown as Subscriber[];
  const batches = [{ batch: 1 }, { batch: 2 }] as unknown as Batch[];

  fanOut.publish(CHANNEL, batches[0]!, audience);
  await new Promise(setImmediate);
  fanOut.publish(
    CHANNEL,
    batches[1]!,
    audience.filter((session) => session !== audience[1]),
  );
  await new Promise(setImmediate);

  expect(failures).toEqual([new Error('cannot be written')]);
  expect(broken.destroyed).toBe(true);
  expect([before.received, after.received]).toEqual([batches, batches]);
  expect([served.length, fanOut.underWay]).toEqual([2, false]);
});
