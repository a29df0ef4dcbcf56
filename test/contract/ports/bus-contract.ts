import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bus } from '../../../src/bus/bus.ts';

export interface TestTopics {
  readonly numbers: number;
  /** Retained. */
  readonly states: number;
  readonly ticks: {
    readonly at: number;
    readonly tag: string;
    readonly bytes: Uint8Array;
    readonly starts: Uint32Array;
    readonly prices: Float64Array;
    readonly trades: readonly { readonly price: string; readonly bid?: string }[];
  };
}

export const TEST_RETAINED = ['states'] as const;

/** Every bus is held to this. `open` gives one that nothing else uses, with `TEST_RETAINED`. */
export function describeBus(name: string, open: () => Promise<Bus<TestTopics>>): void {
  describe(name, () => {
    let bus: Bus<TestTopics>;
    beforeEach(async () => {
      bus = await open();
    });
    afterEach(() => bus.close());

    /** What is heard from now on, and a way to wait for so many of it. */
    function listen(): { readonly heard: number[]; readonly until: (count: number) => Promise<void> } {
      const heard: number[] = [];
      bus.subscribe('numbers', (message) => void heard.push(message));
      const until = async (count: number) => {
        while (heard.length < count) await nextTurn();
      };
      return { heard, until };
    }

    test('every subscriber hears every message once, in the order of publishing', async () => {
      const all = [listen(), listen(), listen()];
      const sent = Array.from({ length: 200 }, (_, i) => i);
      for (const number of sent) await bus.publish('numbers', number);
      for (const { heard, until } of all) {
        await until(sent.length);
        expect(heard).toEqual(sent);
      }
    });

    test('topics are apart', async () => {
      const { heard } = listen();
      const ticks: number[] = [];
      bus.subscribe('ticks', ({ at }) => void ticks.push(at));
      await bus.publish('ticks', tick(7));
      while (ticks.length < 1) await nextTurn();
      expect([heard, ticks]).toEqual([[], [7]]);
    });

    test('bytes, numbers and absent fields arrive as they were', async () => {
      const arrived = new Promise<TestTopics['ticks']>((resolve) => bus.subscribe('ticks', resolve));
      await bus.publish('ticks', tick(1));
      expect(await arrived).toEqual(tick(1));
      expect((await arrived).trades[1]).not.toHaveProperty('bid');
    });

    test('what was published before is not heard', async () => {
      await bus.publish('numbers', 1);
      const { heard, until } = listen();
      await bus.publish('numbers', 2);
      await until(1);
      expect(heard).toEqual([2]);
    });

    describe('a retained topic', () => {
      function listenTo(topic: 'states') {
        const heard: number[] = [];
        const end = bus.subscribe(topic, (message) => void heard.push(message));
        const until = async (count: number) => {
          while (heard.length < count) await nextTurn();
        };
        return { heard, until, end };
      }

      test('tells a later subscriber the last message first, once, and then what follows', async () => {
        const early = listenTo('states');
        for (const state of [1, 2, 3]) await bus.publish('states', state);
        await early.until(3);
        const late = listenTo('states');
        await late.until(1);
        for (const state of [4, 5]) await bus.publish('states', state);
        await Promise.all([early.until(5), late.until(3)]);
        expect([early.heard, late.heard]).toEqual([
          [1, 2, 3, 4, 5],
          [3, 4, 5],
        ]);
      });

      test('has nothing to tell before the first message', async () => {
        const { heard, until } = listenTo('states');
        await bus.publish('states', 1);
        await until(1);
        expect(heard).toEqual([1]);
      });

      test('tells each subscriber, also one that has unsubscribed and comes back', async () => {
        await bus.publish('states', 1);
        const first = listenTo('states');
        await first.until(1);
        first.end();
        const [second, third] = [listenTo('states'), listenTo('states')];
        await Promise.all([second.until(1), third.until(1)]);
        expect([first.heard, second.heard, third.heard]).toEqual([[1], [1], [1]]);
      });

      test('and nothing older than what was told comes after it', async () => {
        const heard: number[] = [];
        await bus.publish('states', 0);
        for (let state = 1; state <= 50; state++) {
          const published = bus.publish('states', state);
          if (state === 25) bus.subscribe('states', (message) => void heard.push(message));
          await published;
        }
        while (heard.at(-1) !== 50) await nextTurn();
        expect(heard).toEqual(heard.toSorted((a, b) => a - b));
        expect(new Set(heard).size).toBe(heard.length);
      });
    });

    test('a subscriber that has unsubscribed hears nothing more, and others do', async () => {
      const ended: number[] = [];
      const end = bus.subscribe('numbers', (message) => void ended.push(message));
      const { until } = listen();
      await bus.publish('numbers', 1);
      await until(1);
      end();
      end();
      await bus.publish('numbers', 2);
      await until(2);
      expect(ended).toEqual([1]);
    });

    test('a subscriber may unsubscribe, and another begin, while it is told', async () => {
      const late: number[] = [];
      const end = bus.subscribe('numbers', () => {
        end();
        bus.subscribe('numbers', (message) => void late.push(message));
      });
      const { until } = listen();
      await bus.publish('numbers', 1);
      await until(1);
      await bus.publish('numbers', 2);
      await until(2);
      expect(late).toEqual([2]);
    });

    test('an error of one subscriber is not kept quiet, and keeps no other from hearing', async () => {
      const unhandled: unknown[] = [];
      const others = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.on('uncaughtException', (error) => unhandled.push(error));
      try {
        bus.subscribe('numbers', () => {
          throw new Error('planted');
        });
        const { heard, until } = listen();
        await bus.publish('numbers', 1);
        await until(1);
        while (unhandled.length === 0) await nextTurn();
        expect(heard).toEqual([1]);
        expect(String(unhandled[0])).toContain('planted');
      } finally {
        process.removeAllListeners('uncaughtException');
        for (const listener of others) process.on('uncaughtException', listener);
      }
    });

    test('nothing is heard after it was closed', async () => {
      const { heard } = listen();
      await bus.close();
      await expect(bus.publish('numbers', 1)).rejects.toThrow();
      await nextTurn();
      expect(heard).toEqual([]);
    });
  });
}

function tick(at: number): TestTopics['ticks'] {
  return {
    at,
    tag: 'tag',
    bytes: Uint8Array.from([0, 127, 255]),
    starts: Uint32Array.from([0, 4_294_967_295]),
    prices: Float64Array.from([0.1, -0, Number.NaN, 1e300]),
    trades: [{ price: '1', bid: '2' }, { price: '3' }],
  };
}
