import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndexTicker } from '../../../sdk/src/contract.ts';
import type { TidemarkStream } from '../../../sdk/src/stream/tidemark-stream.ts';
import { settled } from './fake-service.ts';
import { BTC, ETH, FakeStream } from './fake-stream.ts';

type Step =
  | { readonly kind: 'publish' | 'read'; readonly count: number }
  | { readonly kind: 'cut'; readonly code: number; readonly refusals: number }
  /** The next connections also break: before a subscription is answered, or before all missed ticks have arrived. */
  | { readonly kind: 'cutEarly'; readonly subscriptions: number; readonly resumes: number }
  /** The network is gone, and the client is not notified. */
  | { readonly kind: 'lose' }
  | { readonly kind: 'fail'; readonly count: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant('read' as const), count: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('cut' as const), code: fc.constantFrom(1006, 1012), refusals: fc.nat(4) }),
  fc.record({ kind: fc.constant('cutEarly' as const), subscriptions: fc.nat(3), resumes: fc.nat(3) }),
  fc.record({ kind: fc.constant('lose' as const) }),
  fc.record({ kind: fc.constant('fail' as const), count: fc.integer({ min: 1, max: 3 }) }),
);

/** Reads as slowly as the test requires. */
class SlowReader {
  readonly read: IndexTicker[] = [];
  #wanted = 0;
  #wake: () => void = () => undefined;
  error: unknown;

  constructor(ticks: AsyncIterable<IndexTicker>) {
    this.#run(ticks).catch((error: unknown) => (this.error = error));
  }

  want(count: number): void {
    this.#wanted += count;
    this.#wake();
  }

  async #run(ticks: AsyncIterable<IndexTicker>): Promise<void> {
    for await (const tick of ticks) {
      this.read.push(tick);
      while (this.read.length >= this.#wanted) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

const type = { indexType: 'GWA' } as const;
const cases: { selections: Parameters<TidemarkStream['ticks']>[0][] }[] = [
  { selections: [[BTC, ETH]] },
  { selections: [type] },
  { selections: [type, [BTC, ETH]] },
  { selections: [[BTC, ETH], type] },
];

test.each(cases)(
  'every tick arrives once and in order, whatever is cut off, slow or failing ($selections)',
  async ({ selections }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const fake = new FakeStream();
        await fake.publish();
        const stream = fake.client({ retries: { times: 0 } }).stream({ queueSize: 5 });
        const readers = selections.map((selection) => new SlowReader(stream.ticks(selection)));
        await settled();
        for (const one of steps) {
          if (one.kind === 'publish') await fake.publish(one.count);
          if (one.kind === 'read') for (const reader of readers) reader.want(one.count);
          if (one.kind === 'fail') fake.rangeFailures = one.count;
          if (one.kind === 'cut') {
            fake.refusals = one.refusals;
            fake.connection.close(one.code);
          }
          if (one.kind === 'cutEarly') {
            [fake.cutSubscriptions, fake.cutResumes] = [one.subscriptions, one.resumes];
            fake.connection.close(1006);
          }
          if (one.kind === 'lose') fake.connection.isLost = true;
          await settled();
        }
        // Everything works again: the remaining ticks arrive.
        for (const reader of readers) reader.want(Infinity);
        for (let i = 0; i < 12; i++) await fake.publish();
        const expected = Array.from({ length: fake.slot }, (_, i) => i + 1);
        for (const { read, error } of readers) {
          for (const indexId of [BTC, ETH])
            expect(read.filter((tick) => tick.indexId === indexId).map(({ id }) => id)).toEqual(
              expected.map((slot) => `${indexId} ${slot}`),
            );
          expect(error).toBeUndefined();
        }
        stream.close();
        await settled();
        expect(fake.connections.every(({ isOver }) => isOver)).toBe(true);
      }),
      { numRuns: 30 },
    );
  },
);
