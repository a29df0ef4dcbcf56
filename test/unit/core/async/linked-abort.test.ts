import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { LinkedAbort } from '../../../../src/core/async/linked-abort.ts';

test('aborts with the first of its signals, for its reason, or by itself', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const linked = new LinkedAbort(one.signal, two.signal);
  two.abort('enough');
  one.abort('late');
  expect([linked.signal.aborted, linked.signal.reason]).toEqual([true, 'enough']);
  expect(new LinkedAbort(one.signal).signal.reason).toBe('late');
  const own = new LinkedAbort(new AbortController().signal);
  own.abort('own');
  expect(own.signal.reason).toBe('own');
});

test('leaves no listeners when it is released, and no longer follows its signals', () => {
  const source = new AbortController();
  const linked = Array.from({ length: 5 }, () => new LinkedAbort(source.signal));
  expect(getEventListeners(source.signal, 'abort')).toHaveLength(5);
  for (const each of linked) each.release();
  expect(getEventListeners(source.signal, 'abort')).toEqual([]);
  source.abort();
  expect(linked.some(({ signal }) => signal.aborted)).toBe(false);
});
