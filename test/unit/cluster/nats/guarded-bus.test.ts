import { expect, test } from 'vitest';
import { GuardedBus } from '../../../../src/cluster/nats/guarded-bus.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';

interface Topics {
  readonly numbers: { readonly all: readonly number[] };
}

test('a message that a subscriber cannot handle is reported and skipped, and the next one is delivered', async () => {
  const inner = new InProcessBus<Topics>({ retained: ['numbers'] });
  const failures: string[] = [];
  const bus = new GuardedBus<Topics>(inner, (topic, error) =>
    failures.push(`${topic}: ${(error as Error).name}`),
  );
  const received: number[] = [];
  await inner.publish('numbers', null as never);
  bus.subscribe('numbers', ({ all }) => void received.push(...all));
  await inner.publish('numbers', { all: [1] });
  await inner.publish('numbers', { all: 2 } as never);
  await bus.publish('numbers', { all: [3] });
  expect(received).toEqual([1, 3]);
  expect(failures).toEqual(['numbers: TypeError', 'numbers: TypeError']);
});

test('an ended subscription receives nothing more', async () => {
  const bus = new GuardedBus<Topics>(new InProcessBus<Topics>(), () => expect.unreachable());
  const received: number[] = [];
  const end = bus.subscribe('numbers', ({ all }) => void received.push(...all));
  end();
  await bus.publish('numbers', { all: [1] });
  await bus.close();
  expect(received).toEqual([]);
});
