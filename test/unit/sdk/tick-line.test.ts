import { expect, test } from 'vitest';
import type { IndexTicker } from '../../../sdk/src/contract.ts';
import { Queue } from '../../../sdk/src/stream/queue.ts';
import { TickLine } from '../../../sdk/src/stream/tick-line.ts';
import { settled } from './fake-service.ts';
import { BTC, tickOf } from './fake-stream.ts';

test('history that was read before the subscription was restored is read once more', async () => {
  const queue = new Queue<IndexTicker>(100);
  const stored = [tickOf(BTC, 1), tickOf(BTC, 2)];
  const answers: (() => void)[] = [];
  async function* past() {
    const asOfNow = [...stored];
    await new Promise<void>((resolve) => answers.push(resolve));
    yield* asOfNow;
  }
  const line = new TickLine({ queue, past, signal: new AbortController().signal });
  line.deliver(tickOf(BTC, 1));
  line.gapPossible();
  line.subscribed();
  await settled();
  // While history is being read, the connection ends, a tick is published, and the connection is restored.
  line.gapPossible();
  stored.push(tickOf(BTC, 3));
  line.subscribed();
  answers.shift()!();
  await settled();
  line.deliver(tickOf(BTC, 4));
  stored.push(tickOf(BTC, 4));
  while (answers.length > 0) {
    answers.shift()!();
    await settled();
  }
  const read: (IndexTicker | undefined)[] = [];
  queue.end();
  for (let tick = await queue.next(undefined); tick; tick = await queue.next(undefined)) read.push(tick);
  expect(read.map((tick) => tick!.id)).toEqual([1, 2, 3, 4].map((slot) => `${BTC} ${slot}`));
});
