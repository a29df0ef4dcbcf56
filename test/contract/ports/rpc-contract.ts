import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  RpcFailed,
  MAX_PENDING_CALLS,
  NoReply,
  type Rpc,
  type RpcWatch,
} from '../../../src/cluster/nats/rpc.ts';
import { Deferred } from '../../../src/core/async/deferred.ts';
import { OperatorError } from '../../../src/core/errors.ts';

export interface TestQuestions {
  readonly double: { readonly asks: number; readonly answers: number };
  readonly find: { readonly asks: string; readonly answers: string | undefined };
  readonly echo: { readonly asks: TestContent; readonly answers: TestContent };
}

export interface TestContent {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly prices: Float64Array;
}

/** Nodes that can ask each other, and nothing else. */
export interface TestNodes {
  open(watch?: RpcWatch): Promise<Rpc<TestQuestions>>;
  /** Resolves when every call of `answer` so far has reached the other nodes. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The tests that every RPC transport must pass. */
export function describeRpc(name: string, make: () => TestNodes): void {
  describe(name, () => {
    let nodes: TestNodes;
    let asker: Rpc<TestQuestions>;
    let one: Rpc<TestQuestions>;
    let other: Rpc<TestQuestions>;
    const failures: unknown[] = [];
    beforeEach(async () => {
      failures.length = 0;
      nodes = make();
      asker = await nodes.open();
      one = await nodes.open({ failed: (question, error) => failures.push([question, String(error)]) });
      other = await nodes.open();
    });
    afterEach(() => nodes.close());

    test('a question is answered by the node that answers it', async () => {
      one.answer('double', (number) => Promise.resolve(2 * number));
      await nodes.settle();
      expect(await asker.ask('double', 21)).toBe(42);
    });

    test('a node may ask itself', async () => {
      one.answer('double', (number) => Promise.resolve(2 * number));
      await nodes.settle();
      expect(await one.ask('double', 4)).toBe(8);
    });

    test('an answer may be undefined', async () => {
      one.answer('find', () => Promise.resolve(undefined));
      await nodes.settle();
      expect(await asker.ask('find', 'x')).toBeUndefined();
    });

    test('small and large contents arrive as they were, both ways', async () => {
      one.answer('echo', (content) => Promise.resolve(content));
      await nodes.settle();
      for (const length of [0, 100, 3_000_000]) {
        const content = contentOf(length);
        const { bytes, prices, text } = await asker.ask('echo', content);
        expect([Buffer.compare(bytes, content.bytes), prices, text]).toEqual([
          0,
          content.prices,
          content.text,
        ]);
      }
    });

    test('large questions to all nodes are answered by each', async () => {
      one.answer('echo', (content) => Promise.resolve({ ...content, text: 'one' }));
      other.answer('echo', (content) => Promise.resolve({ ...content, text: 'other' }));
      await nodes.settle();
      const content = contentOf(2_000_000);
      const answers = await asker.askAll('echo', content);
      expect(answers.map(({ text }) => text).toSorted()).toEqual(['one', 'other']);
      for (const { bytes } of answers) expect(Buffer.compare(bytes, content.bytes)).toBe(0);
    });

    test('of several nodes that answer, one takes a question, and in time each takes some', async () => {
      const taken = { one: 0, other: 0 };
      one.answer('double', (number) => (taken.one++, Promise.resolve(2 * number)));
      other.answer('double', (number) => (taken.other++, Promise.resolve(2 * number)));
      await nodes.settle();
      const numbers = Array.from({ length: 30 }, (_, i) => i);
      const answers = await Promise.all(numbers.map((number) => asker.ask('double', number)));
      expect(answers).toEqual(numbers.map((number) => 2 * number));
      expect(taken.one + taken.other).toBe(30);
      expect(Math.min(taken.one, taken.other)).toBeGreaterThan(0);
    });

    test('if one node has no answer, all are asked, and the first sufficient answer is used', async () => {
      const never = new Deferred<string | undefined>();
      one.answer('find', () => never.promise);
      other.answer('find', (name) => Promise.resolve(`${name} of other`));
      await nodes.settle();
      const isEnough = (answer: string | undefined) => answer !== undefined;
      expect(await asker.askAll('find', 'x', { isEnough })).toEqual(['x of other']);
      never.resolve(undefined);
    });

    test('all nodes are waited for where nothing is enough', async () => {
      const late = new Deferred<string | undefined>();
      one.answer('find', () => late.promise);
      other.answer('find', () => {
        setImmediate(() => late.resolve('late'));
        return Promise.resolve(undefined);
      });
      await nodes.settle();
      const answers = await asker.askAll('find', 'x');
      expect(answers).toHaveLength(2);
      expect(new Set(answers)).toEqual(new Set([undefined, 'late']));
    });

    test('where no node answers, that is told', async () => {
      const refused = { name: 'NoReply', question: 'double', reason: 'no-node', accepted: false };
      await expect(asker.ask('double', 1)).rejects.toMatchObject(refused);
      await expect(asker.askAll('double', 1)).rejects.toMatchObject(refused);
    });

    test('a node that has ended answering is not asked any more, and answers what it has taken', async () => {
      const begun = new Deferred<void>();
      const answer = new Deferred<number>();
      const end = one.answer('double', () => (begun.resolve(), answer.promise));
      await nodes.settle();
      const asked = asker.ask('double', 1);
      await begun.promise;
      end();
      await nodes.settle();
      await expect(asker.ask('double', 2)).rejects.toMatchObject({ reason: 'no-node' });
      answer.resolve(7);
      expect(await asked).toBe(7);
      one.answer('double', () => Promise.resolve(8));
      await nodes.settle();
      expect(await asker.ask('double', 3)).toBe(8);
    });

    test('an answer that takes too long is not waited for, and it is known that the question was taken', async () => {
      one.answer('double', () => new Promise(() => undefined));
      await nodes.settle();
      const refused = { reason: 'timeout', accepted: true };
      await expect(asker.ask('double', 1, { timeoutMs: 200 })).rejects.toMatchObject(refused);
    });

    test('a question that is slow delays no other', async () => {
      const slow = new Deferred<number>();
      one.answer('double', (number) => (number === 0 ? slow.promise : Promise.resolve(2 * number)));
      await nodes.settle();
      const first = asker.ask('double', 0);
      expect(await asker.ask('double', 3)).toBe(6);
      slow.resolve(-1);
      expect(await first).toBe(-1);
    });

    test('what is for the operator is handed over, and nothing else of an error', async () => {
      one.answer('find', () => Promise.reject(new OperatorError('there is no x: add one')));
      one.answer('double', () => Promise.reject(new Error('password hunter2')));
      await nodes.settle();
      const refusal = await asker.ask('find', 'x').catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(OperatorError);
      expect(String(refusal)).toContain('there is no x: add one');
      const failure = await asker.ask('double', 1).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(RpcFailed);
      expect(String(failure)).not.toContain('hunter2');
      expect(failures).toEqual([['double', 'Error: password hunter2']]);
    });

    test('an answer that is no plain data is a failure of its node', async () => {
      one.answer('double', () => Promise.resolve(new Map() as unknown as number));
      await nodes.settle();
      await expect(asker.ask('double', 1)).rejects.toThrow(RpcFailed);
      expect(failures).toEqual([['double', expect.stringContaining('plain objects')]]);
    });

    test('a question that is no plain data is refused to its asker', async () => {
      one.answer('double', () => Promise.resolve(1));
      await nodes.settle();
      await expect(asker.ask('double', (() => 1) as unknown as number)).rejects.toThrow(TypeError);
    });

    test('one node that fails does not spoil the answers of all', async () => {
      one.answer('double', () => Promise.reject(new Error('planted')));
      other.answer('double', (number) => Promise.resolve(2 * number));
      await nodes.settle();
      expect(await asker.askAll('double', 4)).toEqual([8]);
    });

    test('a node answers so many questions of a kind at once, and the others are told that it is busy', async () => {
      const released = new Deferred<void>();
      one.answer('double', async (number) => {
        await released.promise;
        return 2 * number;
      });
      one.answer('find', (name) => Promise.resolve(name));
      await nodes.settle();
      const asked = Array.from({ length: 40 }, (_, i) => asker.ask('double', i));
      const refused = await Promise.any(asked.map((each) => each.then(() => Promise.reject(), String)));
      expect(refused).toContain('busy');
      expect(await asker.ask('find', 'x')).toBe('x');
      released.resolve();
      const outcomes = await Promise.allSettled(asked);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    });

    test('a process asks so many questions at once', async () => {
      one.answer('double', () => new Promise(() => undefined));
      await nodes.settle();
      const asked = Array.from({ length: MAX_PENDING_CALLS }, () =>
        asker.ask('double', 1).catch(() => undefined),
      );
      await expect(asker.ask('double', 1)).rejects.toMatchObject({ reason: 'busy', accepted: false });
      await asker.close();
      await Promise.all(asked);
    });

    test('a node has one responder for a question', () => {
      one.answer('double', () => Promise.resolve(1));
      expect(() => one.answer('double', () => Promise.resolve(2))).toThrow('already');
    });

    test('questions of a node that is closed end, and nothing is asked or answered by it any more', async () => {
      one.answer('double', () => new Promise(() => undefined));
      other.answer('find', (name) => Promise.resolve(name));
      await nodes.settle();
      const asked = asker.ask('double', 1).catch((error: unknown) => error);
      await nextTurn();
      await asker.close();
      expect(await asked).toBeInstanceOf(NoReply);
      expect(await asked).toMatchObject({ reason: 'closed' });
      await expect(asker.ask('double', 1)).rejects.toMatchObject({ reason: 'closed' });
      await other.close();
      await nodes.settle();
      await expect(one.ask('find', 'x')).rejects.toMatchObject({ reason: 'no-node' });
    });
  });
}

/** Bytes that do not deflate. */
function contentOf(length: number): TestContent {
  let state = 1;
  const bytes = Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 255);
  return { text: 'märkte', bytes, prices: Float64Array.of(0.1, -0, Number.NaN) };
}
