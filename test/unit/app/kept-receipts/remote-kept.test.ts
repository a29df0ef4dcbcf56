import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeQuestions } from '../../../../src/app/asks/node-questions.ts';
import { answerKept, RemoteKept } from '../../../../src/app/kept-receipts/remote-kept.ts';
import { InProcessAsking } from '../../../support/in-process-asking.ts';
import { SystemClock } from '../../../../src/core/clock.ts';
import type { KeptEntry } from '../../../../src/receipts/kept-receipts.ts';

let serving: InProcessAsking<NodeQuestions>;
beforeEach(() => {
  serving = new InProcessAsking<NodeQuestions>({ clock: new SystemClock() });
});

function entry(id: string, at: number): KeptEntry {
  return { id, at, indexType: 'GWA', indexId: 'btc', name: 'BTC', times: ['16:00 UTC'], tzdata: '2025b' };
}

/** A compute node that keeps these. */
function computing(...entries: readonly KeptEntry[]): void {
  answerKept(serving.another(), {
    list: async ({ from, to }) => entries.filter(({ at }) => from <= at && at < to),
    read: async ({ id }) => (entries.some((each) => each.id === id) ? { id, price: '1' } : undefined),
  });
}

const ALL = { from: -Infinity, to: Infinity };

describe('receipts that compute nodes keep', () => {
  test('are joined, each once, in the order of time', async () => {
    computing(entry('b', 2), entry('c', 3));
    computing(entry('a', 1), entry('b', 2));
    const remote = new RemoteKept(serving);
    expect((await remote.list(ALL)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect((await remote.list({ from: 2, to: 3 })).map(({ id }) => id)).toEqual(['b']);
  });

  test('are read from a node that has them', async () => {
    computing(entry('b', 2));
    computing(entry('a', 1));
    const remote = new RemoteKept(serving);
    for (const id of ['a', 'b']) expect(await remote.read(entry(id, 1))).toEqual({ id, price: '1' });
    expect(await remote.read(entry('x', 1))).toBeUndefined();
  });

  test('cannot be asked for while no compute node is there', async () => {
    const refused = { status: 503 };
    await expect(new RemoteKept(serving).list(ALL)).rejects.toMatchObject(refused);
    await expect(new RemoteKept(serving).read(entry('a', 1))).rejects.toMatchObject(refused);
  });
});
