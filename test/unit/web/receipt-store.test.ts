import { expect, onTestFinished, test, vi } from 'vitest';
import type { Tidemark } from '@tidemark/sdk';
import type { PageData } from '../../../web/src/data/page-data.ts';
import { receiptQueue } from '../../../web/src/data/receipt-queue.ts';
import { ReceiptStore } from '../../../web/src/receipt/receipt-store.ts';
import { json, settled } from '../sdk/fake-service.ts';
import { BTC, slotTime, tickOf } from '../sdk/fake-stream.ts';
import { liveWorld } from './page-world.ts';

/** A store whose receipts come when the test says so. `served`: the slot that REST has. */
async function receiptWorld() {
  const world = liveWorld();
  const { fake, live, tidemark } = world;
  const served: { slot: number; more?: object } = { slot: 1 };
  fake.service.on('/index-ticker', () => json({ content: [tickOf(BTC, served.slot, served.more)] }));
  const answers: (() => void)[] = [];
  const client = {
    read: tidemark.read.bind(tidemark),
    head: async () => ({ slot: slotTime(served.slot) }),
    receipt: ({ id }: { id: string }) => {
      const timestamp = slotTime(served.slot);
      return new Promise((resolve) => answers.push(() => resolve({ id, timestamp })));
    },
  };
  await fake.publish();
  const askReceipt = receiptQueue(client as unknown as Tidemark);
  const page = { live, tidemark: client, askReceipt, clock: fake.service.clock } as unknown as PageData;
  const store = new ReceiptStore(page, BTC);
  onTestFinished(() => store.close());
  await settled();
  const shownSlot = () => {
    const shown = store.shown.value;
    return shown.kind === 'there' ? shown.told.tick.id : shown.kind;
  };
  return { ...world, store, served, answers, shownSlot };
}

test('a tick that comes while a receipt is loaded is followed when it is there', async () => {
  const { fake, frames, answers, served, shownSlot } = await receiptWorld();
  served.slot = 2;
  await fake.publish();
  frames.run();
  expect(answers).toHaveLength(1);
  answers[0]!();
  await settled();
  expect(shownSlot()).toBe(`${BTC} 1`);
  answers[1]!();
  await settled();
  expect(shownSlot()).toBe(`${BTC} 2`);
  expect(answers).toHaveLength(2);
});

test('what is left of the least wait is waited for', async () => {
  const { fake, frames, answers, store, served, shownSlot } = await receiptWorld();
  answers[0]!();
  await settled();
  fake.service.clock.advance(29_000);
  store.again();
  await settled();
  answers[1]!();
  await settled();
  fake.service.clock.advance(1000);
  served.slot = 2;
  fake.connection.tick(tickOf(BTC, 2));
  await settled();
  frames.run();
  await settled();
  expect(answers).toHaveLength(2);
  fake.service.clock.advance(4000);
  await vi.advanceTimersByTimeAsync(4000);
  await settled();
  answers[2]!();
  await settled();
  expect(shownSlot()).toBe(`${BTC} 2`);
});

test('a value that has no receipt is named with its time', async () => {
  const { store, served, answers } = await receiptWorld();
  answers[0]!();
  await settled();
  served.more = { flags: ['MODELLED'] };
  store.see(Date.parse(slotTime(1)));
  await settled();
  const time = slotTime(1).slice(0, 19).replace('T', ' ');
  expect(store.shown.value).toMatchObject({
    kind: 'none',
    words: expect.stringContaining(`The value of ${time} UTC was made up`),
  });
  expect(answers).toHaveLength(1);
});

test('receipts of one page are asked for one after the other, also after one that fails', async () => {
  const asked: { readonly id: string; readonly end: (error?: Error) => void }[] = [];
  const receipt = ({ id }: { id: string }) =>
    new Promise((resolve, reject) =>
      asked.push({ id, end: (error) => (error ? reject(error) : resolve({ id })) }),
    );
  const ask = receiptQueue({ receipt } as unknown as Tidemark);
  const { signal } = new AbortController();
  const first = ask('first', signal);
  const second = ask('second', signal);
  await settled();
  expect(asked.map(({ id }) => id)).toEqual(['first']);
  asked[0]!.end(new Error('busy'));
  await expect(first).rejects.toThrow('busy');
  await settled();
  expect(asked.map(({ id }) => id)).toEqual(['first', 'second']);
  asked[1]!.end();
  expect(await second).toEqual({ id: 'second' });
});
