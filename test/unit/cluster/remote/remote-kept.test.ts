import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeQuestions } from '../../../../src/cluster/remote/node-questions.ts';
import { answerKept, MAX_ENTRIES, RemoteKept } from '../../../../src/cluster/remote/remote-kept.ts';
import { InProcessRpc } from '../../../support/in-process-rpc.ts';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import type { KeptReceiptEntry } from '../../../../src/values/receipts/kept-receipts.ts';

let serving: InProcessRpc<NodeQuestions>;
beforeEach(() => {
  serving = new InProcessRpc<NodeQuestions>({ clock: new SystemClock() });
});

function entry(id: string, at: number): KeptReceiptEntry {
  return { id, at, indexType: 'GWA', indexId: 'btc', name: 'BTC', times: ['16:00 UTC'], tzdata: '2025b' };
}

/** A compute node with these kept receipts. */
function computing(...entries: readonly KeptReceiptEntry[]): void {
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

  test('are requested page by page, so that a reply never gets too large', async () => {
    const ids = Array.from({ length: 2.5 * MAX_ENTRIES }, (_, i) => String(i).padStart(6, '0'));
    const all = ids.map((id, i) => entry(id, i));
    const sizes: (readonly number[])[] = [];
    computing(...all);
    computing(entry('000000x', 1), entry('049999x', 1));
    // A node of an older version sends all of them, whatever is requested.
    serving.another().answer('kept-receipts', async () => all.slice(0, MAX_ENTRIES + 5));
    const asked = serving.askAll.bind(serving);
    serving.askAll = (async (...question: Parameters<typeof asked>) => {
      const answers = (await asked(...question)) as readonly (readonly KeptReceiptEntry[])[];
      sizes.push(answers.map(({ length }) => length).toSorted((a, b) => a - b));
      return answers;
    }) as never;
    const listed = (await new RemoteKept(serving).list(ALL)).map(({ id }) => id);
    expect(listed).toEqual([...ids, '000000x', '049999x'].toSorted());
    expect(sizes).toEqual([
      [2, MAX_ENTRIES, MAX_ENTRIES + 5],
      [1, MAX_ENTRIES, MAX_ENTRIES + 5],
      [1, MAX_ENTRIES / 2, MAX_ENTRIES + 5],
    ]);
  });

  test('are read from a node that has them', async () => {
    computing(entry('b', 2));
    computing(entry('a', 1));
    const remote = new RemoteKept(serving);
    for (const id of ['a', 'b']) expect(await remote.read(entry(id, 1))).toEqual({ id, price: '1' });
    expect(await remote.read(entry('x', 1))).toBeUndefined();
  });

  test('cannot be requested without a compute node', async () => {
    const refused = { status: 503 };
    await expect(new RemoteKept(serving).list(ALL)).rejects.toMatchObject(refused);
    await expect(new RemoteKept(serving).read(entry('a', 1))).rejects.toMatchObject(refused);
  });
});
