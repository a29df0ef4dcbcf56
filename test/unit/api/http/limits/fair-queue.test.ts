import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../../src/api/http/errors.ts';
import { FairQueue, type JobOwner } from '../../../../../src/api/http/limits/fair-queue.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import { anAsker, leavingAsker } from '../../../../support/asker.ts';

const BUSY = () => new ApiError('SERVICE_UNAVAILABLE', 'busy');
const TOO_MANY = () => new ApiError('TOO_MANY_REQUESTS', 'too many');

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that the test ends; `begun` has the names of started work, in order. */
function stage(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const line = new FairQueue({ maxRunning: 1, maxWaiting: 4, queueFull: BUSY, ...options });
  const begun: string[] = [];
  const ends = new Map<string, Deferred<void>>();
  const outcomes: string[] = [];
  const ask = (name: string, asker: JobOwner = anAsker(name[0])) => {
    const end = new Deferred<void>();
    ends.set(name, end);
    void line
      .run(asker, () => {
        begun.push(name);
        return end.promise;
      })
      .then(
        () => outcomes.push(`${name} done`),
        (error: unknown) => outcomes.push(`${name} ${error instanceof ApiError ? error.status : 'gone'}`),
      );
  };
  const end = async (name: string) => {
    ends.get(name)!.resolve();
    await settled();
  };
  return { line, begun, outcomes, ask, end };
}

describe('a fair queue', () => {
  test('runs a limited number of jobs, in turns by client', async () => {
    const { begun, ask, end, line } = stage({ maxWaiting: 9 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) ask(name);
    await settled();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
      expect(begun.at(-1)).toBe(name);
      expect(line.underWay).toBe(1);
      await end(name);
    }
    expect([line.underWay, line.inLine]).toEqual([0, 0]);
  });

  test('releases failed jobs, and those of disconnected clients', async () => {
    const { begun, outcomes, ask, end, line } = stage();
    const [waiting, refused] = [leavingAsker('b'), leavingAsker('c')];
    refused.leave();
    ask('a1');
    ask('b1', waiting);
    ask('c1', refused);
    ask('d1');
    await settled();
    waiting.leave();
    await settled();
    expect(outcomes).toEqual(['c1 gone', 'b1 gone']);
    await end('a1');
    await end('d1');
    expect(begun).toEqual(['a1', 'd1']);
    await expect(line.run(anAsker(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([line.underWay, line.inLine]).toEqual([0, 0]);
  });

  test('that is full refuses the last job of the client with the most places, never of one with fewer', async () => {
    const { begun, outcomes, ask, end } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) ask(name);
    await settled();
    expect(outcomes).toEqual(['a6 503']);
    for (const name of ['b1', 'c1', 'd1']) ask(name);
    await settled();
    expect(outcomes).toEqual(['a6 503', 'a5 503', 'a4 503', 'a3 503']);
    // All have one: no place can be freed.
    ask('e1');
    ask('b2');
    await settled();
    expect(outcomes.slice(4)).toEqual(['e1 503', 'b2 503']);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'd1']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
  });

  test('may have limits per client, for running and waiting jobs', async () => {
    const { outcomes, ask, end } = stage({ maxRunning: 4, maxPerClient: 2, clientLimitReached: TOO_MANY });
    for (const name of ['a1', 'a2', 'a3', 'b1']) ask(name);
    await settled();
    expect(outcomes).toEqual(['a3 429']);
    await end('a1');
    ask('a4');
    ask('a5');
    await settled();
    expect(outcomes).toEqual(['a3 429', 'a1 done', 'a5 429']);
  });
});

describe('addresses of visitors, who are one client,', () => {
  const visitor = (network: string): JobOwner => ({
    ...anAsker('page'),
    isVisitor: true,
    address: { network, maxWaitingPerAddress: 2 },
  });

  test('take turns among themselves, and share the turns of one client', async () => {
    const { begun, ask, end } = stage({ maxWaiting: 9 });
    for (const name of ['x1', 'x2', 'x3', 'y1', 'z1']) ask(name, visitor(name[0]!));
    ask('c1');
    await settled();
    for (const name of ['x1', 'x2', 'c1', 'y1', 'z1', 'x3']) {
      expect(begun.at(-1)).toBe(name);
      await end(name);
    }
  });

  test('have one running job each, and a limited number waiting', async () => {
    const { begun, outcomes, ask, end, line } = stage({ maxRunning: 2, maxWaiting: 9 });
    for (const name of ['x1', 'x2', 'x3', 'x4']) ask(name, visitor('x'));
    await settled();
    expect([begun, outcomes]).toEqual([['x1'], ['x4 429']]);
    ask('c1');
    await settled();
    expect(begun).toEqual(['x1', 'c1']);
    await end('c1');
    expect([begun, line.underWay]).toEqual([['x1', 'c1'], 1]);
    await end('x1');
    expect(begun.at(-1)).toBe('x2');
    await end('x2');
    await end('x3');
    expect([line.underWay, line.inLine]).toEqual([0, 0]);
    ask('x5', visitor('x'));
    expect(begun.at(-1)).toBe('x5');
  });
});
