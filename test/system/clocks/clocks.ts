// Sets the clock of the running service, forward and back, by seconds to a day, for a while or for good, in the middle
// of an hour and where an hour, a day or the start of the service ends, and looks at it all the while: no tick comes twice
// or before its time, readiness says why none comes, ticks go on as soon as they may, clients are looked after, nothing
// that was stored is lost.
//
//   npm run clocks -- [--case NAME ...] [--parallel 6]
//
// Without a name, every case of the matrix. It needs Debian's libfaketime. Ends with 1 where something was wrong, and
// names it.
import { parseArgs } from 'node:util';
import { runClockCase, type CaseReport } from './clock-case.ts';
import { CLOCK_CASES } from './clock-cases.ts';

const { values } = parseArgs({
  options: { case: { type: 'string', multiple: true }, parallel: { type: 'string', default: '6' } },
});
const unknown = values.case?.filter((name) => !CLOCK_CASES.some((known) => known.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`no such case: ${unknown.join()}; there are ${CLOCK_CASES.map(({ name }) => name).join()}`);
const waiting = CLOCK_CASES.filter(({ name }) => !values.case || values.case.includes(name));
const reports: CaseReport[] = [];

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const report = await runClockCase(next);
    if (!values.case) console.error(`${report.problems.length === 0 ? 'ok  ' : 'FAIL'} ${report.name}`);
    reports.push(report);
  }
}

await Promise.all(Array.from({ length: Number(values.parallel) }, work));
console.log(
  JSON.stringify({
    cases: reports.length,
    failed: reports.filter(({ problems }) => problems.length > 0),
    reports,
  }),
);
process.exitCode = reports.some(({ problems }) => problems.length > 0) ? 1 : 0;
