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

    /** Records messages from now on; `until` waits for the given number of them. */
    function listen(): { readonly received: number[]; readonly until: (count: number) => Promise<void> } {
      const received: number[] = [];
      bus.subscribe('numbers', (message) => void received.push(message));
      const until = async (count: number) => {
        while (received.length < count) await nextTurn();
      };
      return { received, until };
    }

    test('every subscriber receives every message once, in the order of publishing', async () => {
      const all = [listen(), listen(), listen()];
      const sent = Array.from({ length: 200 }, (_, i) => i);
      for (const number of sent) await bus.publish('numbers', number);
      for (const { received, until } of all) {
        await until(sent.length);
        expect(received).toEqual(sent);
      }
    });

    test('topics are apart', async () => {
      const { received } = listen();
      const ticks: number[] = [];
      bus.subscribe('ticks', ({ at }) => void ticks.push(at));
      await bus.publish('ticks', tick(7));
      while (ticks.length < 1) await nextTurn();
      expect([received, ticks]).toEqual([[], [7]]);
    });

    test('bytes, numbers and absent fields arrive as they were', async () => {
      const arrived = new Promise<TestTopics['ticks']>((resolve) => bus.subscribe('ticks', resolve));
      await bus.publish('ticks', tick(1));
      expect(await arrived).toEqual(tick(1));
      expect((await arrived).trades[1]).not.toHaveProperty('bid');
    });

    test('messages published before are not received', async () => {
      await bus.publish('numbers', 1);
      const { received, until } = listen();
      await bus.publish('numbers', 2);
      await until(1);
      expect(received).toEqual([2]);
    });

    describe('a retained topic', () => {
      function listenTo(topic: 'states') {
        const received: number[] = [];
        const end = bus.subscribe(topic, (message) => void received.push(message));
        const until = async (count: number) => {
          while (received.length < count) await nextTurn();
        };
        return { received, until, end };
      }

      test('sends a later subscriber the last message first, once, and then all that follow', async () => {
        const early = listenTo('states');
        for (const state of [1, 2, 3]) await bus.publish('states', state);
        await early.until(3);
        const late = listenTo('states');
        await late.until(1);
        for (const state of [4, 5]) await bus.publish('states', state);
        await Promise.all([early.until(5), late.until(3)]);
        expect([early.received, late.received]).toEqual([
          [1, 2, 3, 4, 5],
          [3, 4, 5],
        ]);
      });

      test('sends nothing before the first message', async () => {
        const { received, until } = listenTo('states');
        await bus.publish('states', 1);
        await until(1);
        expect(received).toEqual([1]);
      });

      test('sends it to each subscriber, also to one that has unsubscribed and subscribes again', async () => {
        await bus.publish('states', 1);
        const first = listenTo('states');
        await first.until(1);
        first.end();
        const [second, third] = [listenTo('states'), listenTo('states')];
        await Promise.all([second.until(1), third.until(1)]);
        expect([first.received, second.received, third.received]).toEqual([[1], [1], [1]]);
      });

      test('and no older message follows a newer one', async () => {
        const received: number[] = [];
        await bus.publish('states', 0);
        for (let state = 1; state <= 50; state++) {
          const published = bus.publish('states', state);
          if (state === 25) bus.subscribe('states', (message) => void received.push(message));
          await published;
        }
        while (received.at(-1) !== 50) await nextTurn();
        expect(received).toEqual(received.toSorted((a, b) => a - b));
        expect(new Set(received).size).toBe(received.length);
      });
    });

    test('a subscriber that has unsubscribed receives nothing more, and others do', async () => {
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

    test('a subscriber may unsubscribe, and another subscribe, during delivery', async () => {
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

    test('an error of one subscriber is reported, and the others still receive the message', async () => {
      const unhandled: unknown[] = [];
      const others = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.on('uncaughtException', (error) => unhandled.push(error));
      try {
        bus.subscribe('numbers', () => {
          throw new Error('planted');
        });
        const { received, until } = listen();
        await bus.publish('numbers', 1);
        await until(1);
        while (unhandled.length === 0) await nextTurn();
        expect(received).toEqual([1]);
        expect(String(unhandled[0])).toContain('planted');
      } finally {
        process.removeAllListeners('uncaughtException');
        for (const listener of others) process.on('uncaughtException', listener);
      }
    });

    test('nothing is received after it was closed', async () => {
      const { received } = listen();
      await bus.close();
      await expect(bus.publish('numbers', 1)).rejects.toThrow();
      await nextTurn();
      expect(received).toEqual([]);
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
