import { expect, test } from 'vitest';
import { controlFailure, proveFence } from '../../../system/chaos/fence-proof.ts';
import { VIOLATIONS, type Violation, type ViolationKind } from '../../../system/chaos/violation.ts';

const AT = Date.parse('2026-03-02T12:00:00Z');
const OF_FENCE = ['fence', 'chain', 'doubled', 'different', 'unstored'] as const;
const OTHERS = VIOLATIONS.filter((kind) => !OF_FENCE.some((one) => one === kind));

const violation = (kind: ViolationKind): Violation => ({ kind, where: 'history', at: AT, what: 'wrong' });

/** Attempts with these violations, and the actions taken. */
function trial(...attempts: ViolationKind[][]) {
  const done: string[] = [];
  return {
    done,
    break: async () => void done.push('break'),
    mend: async () => void done.push('mend'),
    depose: async (attempt: number) => {
      done.push(`depose ${attempt}`);
      return (attempts[attempt] ?? []).map(violation);
    },
  };
}

test.each(OF_FENCE)('a broken fence is caught by %s, also among others', async (kind) => {
  const proof = trial(['late', kind]);
  expect(await proveFence(proof)).toEqual({
    isCaught: true,
    what: `${kind}: history: 2026-03-02T12:00:00.000Z: wrong`,
  });
  expect(proof.done).toEqual(['break', 'depose 0', 'mend']);
});

test.each(OTHERS)('it is not caught by %s, which a sound fence does not prevent', async (kind) => {
  const proof = trial([kind], [kind], [kind], [kind]);
  const { isCaught, what } = await proveFence(proof);
  expect(isCaught).toBe(false);
  expect(what).toContain(`${kind}: history`);
  expect(proof.done.filter((one) => one.startsWith('depose'))).toHaveLength(4);
});

test('a writer is deposed again if nothing was wrong at first', async () => {
  const proof = trial([], ['unavailable'], ['chain']);
  expect((await proveFence(proof)).isCaught).toBe(true);
  expect(proof.done).toEqual(['break', 'depose 0', 'depose 1', 'depose 2', 'mend']);
});

test('the fence is repaired if an attempt fails', async () => {
  const proof = trial();
  const depose = () => Promise.reject(new Error('no leader'));
  await expect(proveFence({ ...proof, depose })).rejects.toThrow('no leader');
  expect(proof.done).toEqual(['break', 'mend']);
});

const control = { name: 'deposed', from: AT, to: AT + 20_000, limitMs: Infinity, nodes: [] };

test('the control holds where a sound fence shows nothing that a broken one causes', () => {
  expect(controlFailure({ faults: [control] }, OTHERS.map(violation))).toBeUndefined();
});

test.each(OF_FENCE)('the control fails by %s, and says so', (kind) => {
  expect(controlFailure({ faults: [control] }, [violation('late'), violation(kind), violation(kind)])).toBe(
    `the control of the broken fence failed: with the sound fence there was ${kind}: history: 2026-03-02T12:00:00.000Z: wrong, and 1 more`,
  );
});

test('a control that did not take place does not count', () => {
  expect(controlFailure({ faults: [{ ...control, name: 'leader' }] }, [])).toBe(
    'the control of the broken fence did not take place',
  );
});
