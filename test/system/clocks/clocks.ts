// Sets the clock of the running service forward and back, by seconds to a day, temporarily or permanently, within an hour, at the
// end of an hour or a day, and during the start, and observes the service: no tick comes twice or early, readiness says why none
// comes, ticks continue as soon as they can, clients are still pinged and disconnected, no stored data is lost.
//
//   npm run clocks -- [--case NAME ...] [--parallel 6]
//
// Without a name, runs every case of the matrix. Needs Debian's libfaketime. Exits with 1 and lists the problems if there are
// any.
import { parseArgs } from 'node:util';
import { runClockCase, type CaseReport } from './clock-case.ts';
import { CLOCK_CASES } from './clock-cases.ts';

const { values } = parseArgs({
  options: { case: { type: 'string', multiple: true }, parallel: { type: 'string', default: '6' } },
});
const unknown = values.case?.filter((name) => !CLOCK_CASES.some((known) => known.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(
    `no such case: ${unknown.join()}; choose from ${CLOCK_CASES.map(({ name }) => name).join()}`,
  );
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
