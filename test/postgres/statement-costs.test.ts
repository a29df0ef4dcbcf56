import { expect, test } from 'vitest';
import { usePostgres } from '../support/postgres-schemas.ts';

const { open } = usePostgres();

test('statements are not compiled first, which takes much longer than they do', async () => {
  const database = await open();
  // Without statistics, the planner assumes thousands of rows for both tables, which have one row each.
  const plan = await database.rows<{ 'QUERY PLAN': string }>(
    'explain (analyze) select (select sum(a.number) from fence a, fence b, fence c where c.number <> d.number) from fence d',
  );
  const lines = plan.map((row) => row['QUERY PLAN']);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.includes('JIT'))).toEqual([]);
  expect(await database.rows('show jit')).toEqual([{ jit: 'off' }]);
});
