import { expect, test } from 'vitest';
import { FairTaskQueue, TaskDropped } from '../../../../../src/app/pipeline/past/fair-tasks.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';

/** Tasks that the test ends, in the order in which they started. */
class Stage {
  readonly tasks = new FairTaskQueue();
  readonly began: string[] = [];
  readonly #ends = new Map<string, Deferred<string>>();

  ask(key: string, client: string) {
    return this.tasks.submit(key, client, () => {
      this.began.push(key);
      const end = new Deferred<string>();
      this.#ends.set(key, end);
      return end.promise;
    });
  }

  async end(key: string): Promise<void> {
    this.#ends.get(key)!.resolve(`made ${key}`);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  fail(key: string): void {
    this.#ends.get(key)!.reject(new Error(`no ${key}`));
  }
}

test('one task runs at a time, and clients take turns', async () => {
  const stage = new Stage();
  for (const key of ['a1', 'a2', 'a3']) stage.ask(key, 'a');
  for (const key of ['b1', 'b2']) stage.ask(key, 'b');
  stage.ask('c1', 'c');
  for (const key of ['a1', 'a2', 'b1', 'c1', 'a3']) {
    expect(stage.began.at(-1)).toBe(key);
    await stage.end(key);
  }
  expect(stage.began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('a result that several request is computed once', async () => {
  const stage = new Stage();
  const [one, other] = [stage.ask('x', 'a'), stage.ask('x', 'b')];
  await stage.end('x');
  expect([await one.result, await other.result]).toEqual(['made x', 'made x']);
  expect(stage.began).toEqual(['x']);
  stage.ask('x', 'a');
  expect(stage.began).toEqual(['x', 'x']);
});

test('a result that several request is computed when the first of them has a turn', async () => {
  const stage = new Stage();
  for (const key of ['a1', 'a2', 'a3', 'shared']) stage.ask(key, 'a');
  stage.ask('shared', 'b');
  for (const key of ['a1', 'a2', 'shared', 'a3']) {
    expect(stage.began.at(-1)).toBe(key);
    await stage.end(key);
  }
  expect(stage.began).toEqual(['a1', 'a2', 'shared', 'a3']);
});

test('a queued task without waiting callers is never started', async () => {
  const stage = new Stage();
  stage.ask('first', 'a');
  const left = stage.ask('left', 'a');
  const [kept, alsoKept] = [stage.ask('kept', 'a'), stage.ask('kept', 'b')];
  left.leave();
  left.leave();
  kept.leave();
  await stage.end('first');
  await expect(left.result).rejects.toThrow(TaskDropped);
  expect(stage.began).toEqual(['first', 'kept']);
  await stage.end('kept');
  expect(await alsoKept.result).toBe('made kept');
});

test('a failing task fails only for its waiting callers', async () => {
  const stage = new Stage();
  const [failing, next] = [stage.ask('x', 'a'), stage.ask('y', 'a')];
  stage.fail('x');
  await expect(failing.result).rejects.toThrow('no x');
  await stage.end('y');
  expect(await next.result).toBe('made y');
});
