import { median, quantile } from '../support/statistics.ts';
import { formatTable, rounded, type Cell } from '../support/table.ts';
import { fill, lastTickOf, type Filling, type FillTimes } from './fill.ts';
import { measureReads, type CaseTimes } from './measure-reads.ts';
import { pastRecords } from './past-records.ts';
import { readCases } from './read-cases.ts';
import { openStores, type StorePlaces } from './two-stores.ts';
import { WalkingTicks } from './walking-ticks.ts';
import { DAY_MS, SLOT_MS } from '../../src/core/time.ts';

export interface HistoryPlan extends StorePlaces {
  readonly series: number;
  readonly days: number;
  readonly hours: number;
  readonly candleDays: number;
  readonly rounds: number;
}

export interface HistoryFigures {
  readonly ticks: number;
  /** Undefined if both were filled before. */
  readonly writes: Record<'embedded' | 'PostgreSQL', FillTimes> | undefined;
  readonly bytesPerPoint: { readonly embedded: number; readonly postgres: number };
  readonly reads: readonly CaseTimes[];
}

const MIDNIGHT = Date.UTC(2026, 2, 1);

/** Compares the cost of writes and reads of the same history in PostgreSQL and in the embedded store. */
export async function measureHistory(plan: HistoryPlan): Promise<HistoryFigures> {
  const filling: Filling = { startAt: MIDNIGHT - plan.days * DAY_MS, days: plan.days, hours: plan.hours };
  const source = new WalkingTicks(plan.series);
  const stores = await openStores(plan);
  try {
    const { embedded, postgres } = stores;
    const isFilled = (await postgres.writer.summary()).lastTick === lastTickOf(filling);
    const writes = isFilled ? undefined : await fill(stores, source, filling);
    if (!isFilled)
      for (const { writer } of [embedded, postgres])
        await writer.insertCandles(pastRecords(source.order, MIDNIGHT, plan.candleDays));
    const points = plan.days * (DAY_MS / SLOT_MS) * plan.series;
    return {
      ticks: (lastTickOf(filling) - filling.startAt) / SLOT_MS,
      writes,
      bytesPerPoint: {
        embedded: (await embedded.dayBytes()) / points,
        postgres: (await postgres.dayBytes()) / points,
      },
      reads: await measureReads(
        stores,
        readCases({ ...filling, series: source.order.series, candleDays: plan.candleDays }),
        plan.rounds,
      ),
    };
  } finally {
    await stores.close();
  }
}

export function historyTables({ writes, bytesPerPoint, reads }: HistoryFigures): string {
  const row = (what: string, own: number, other: number, decimals: number, wanted?: number): Cell[] => [
    what,
    rounded(own, decimals),
    rounded(other, decimals),
    rounded(other / own, 2),
    wanted,
    wanted === undefined ? '' : other / own <= wanted ? 'reached' : 'MISSED',
  ];
  const columns = ['', 'embedded', 'PostgreSQL', 'times', 'wanted', ''];
  const written = writes && [
    row('append, ms', median([...writes.embedded.quietMs]), median([...writes.PostgreSQL.quietMs]), 2),
    row('p90', quantile(writes.embedded.quietMs, 0.9), quantile(writes.PostgreSQL.quietMs, 0.9), 2),
    ...(['hour', 'day'] as const).flatMap((span) => {
      const [own, other] = [writes.embedded[span], writes.PostgreSQL[span]];
      return [
        row(`sealing the ${span}, ms`, own.sealMs, other.sealMs, 0),
        row('append meanwhile, ms', median([...own.appendMs]), median([...other.appendMs]), 2),
        row('longest', Math.max(...own.appendMs), Math.max(...other.appendMs), 1),
      ];
    }),
  ];
  const read = reads.flatMap(({ name, embedded, postgres, wanted, withOpening }) => [
    row(`${name}, first ms`, embedded.firstMs, postgres.firstMs, 2, wanted),
    ...(withOpening
      ? [
          row(
            'with the opening of the reader',
            embedded.openMs + embedded.firstMs,
            postgres.openMs + postgres.firstMs,
            1,
          ),
        ]
      : []),
    row('next ones', embedded.nextMs, postgres.nextMs, 3, wanted),
  ]);
  const bytes = row('bytes per point of sealed days', bytesPerPoint.embedded, bytesPerPoint.postgres, 2);
  return [formatTable(columns, [...(written ?? []), bytes]), formatTable(columns, read)].join('\n\n');
}
