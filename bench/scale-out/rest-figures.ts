import type { WorldSize } from '../../src/simulator/world-identity.ts';
import { REST_CASES } from '../rest/cases.ts';
import { measureCase, type CaseResult, type Plan } from '../rest/measure.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { formatTable, rounded } from '../support/table.ts';
import { Roles, steadyWorld } from './roles.ts';

const CASES = ['one asset', 'one ticker', 'one index', 'all indices', 'all market caps', 'token issue'];
const PLAN: Omit<Plan, 'rounds'> = { seconds: 2, connections: 32, acceptEncoding: 'identity' };

export interface RestFigures {
  readonly cases: readonly { readonly node: CaseResult; readonly one: CaseResult }[];
}

/** REST of a serving node, and of one process that does everything, each relative to a bare route that sends the same bytes. */
export async function measureRest({
  world,
  rounds,
}: {
  world: WorldSize;
  rounds: number;
}): Promise<RestFigures> {
  const roles = await Roles.start(world);
  const one = await startServiceProcess({ flags: steadyWorld(world) });
  try {
    await roles.addServing();
    const [node] = roles.serving;
    if (!node) throw new Error('the serving node did not start');
    const plan = { ...PLAN, rounds };
    const cases: RestFigures['cases'][number][] = [];
    for (const restCase of REST_CASES.filter(({ name }) => CASES.includes(name)))
      cases.push({
        node: await measureCase(restCase, node, plan),
        one: await measureCase(restCase, one, plan),
      });
    return { cases };
  } finally {
    await one.stop();
    await roles.stop();
  }
}

export function restTable({ cases }: RestFigures): string {
  const rows = cases.map(({ node, one }) => [
    node.name,
    Math.round(node.service.perSecond),
    Math.round(one.service.perSecond),
    rounded(node.cpuRatio, 2),
    rounded(one.cpuRatio, 2),
    rounded(node.service.p99Ms, 1),
  ]);
  return formatTable(
    ['request', 'node, per s', 'one process', 'node to bare', 'one to bare', 'node p99, ms'],
    rows,
  );
}
