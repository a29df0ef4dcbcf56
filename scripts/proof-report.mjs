// The report of `npm run proof`, made from the results of its parts.
import { PARTS } from './proof-parts.mjs';

/**
 * @typedef {object} Result
 * @property {'passed' | 'failed' | 'unfinished' | 'not run'} outcome
 * @property {number} minutes
 * @property {string} revision  `FIRST to LAST` if seeds were run with several
 * @property {string} endedAt
 * @property {Record<string, number>} [counts]  sums over all seeds
 * @property {number[]} [failedSeeds]
 * @property {number} [nextSeed]
 * @property {string[]} [lastLines]  of the output
 *
 * @typedef {object} Machine
 * @property {string} cpu
 * @property {number} cores
 * @property {number} memoryGb
 * @property {string} system
 * @property {string} node
 */

/**
 * Adds the output of one run over seeds to what is known of a part.
 * @param {Result | undefined} before
 * @param {string} output
 * @param {Pick<Result, 'minutes' | 'revision' | 'endedAt'> & { seeds: number, code: number | null }} run
 * @returns {Result}
 */
export function withSeeds(before, output, { seeds, code, ...run }) {
  const lines = output.trim().split('\n');
  const { world: _world, from, seeds: done, failed, cpuSeconds, ...found } = JSON.parse(lines.at(-1) ?? '{}');
  const counts = { ...before?.counts };
  for (const [name, count] of Object.entries({ ...found, cpuSeconds }))
    counts[name] = Math.round(((counts[name] ?? 0) + Number(count)) * 100) / 100;
  const failedSeeds = [...(before?.failedSeeds ?? []), ...failed];
  const nextSeed = from + done;
  const isOver = nextSeed >= seeds;
  const hasFailed = failedSeeds.length > 0 || code !== 0;
  const [first = run.revision] = before?.revision.split(' to ') ?? [];
  return {
    ...run,
    revision: first === run.revision ? first : `${first} to ${run.revision}`,
    outcome: hasFailed ? 'failed' : isOver ? 'passed' : 'unfinished',
    minutes: (before?.minutes ?? 0) + run.minutes,
    counts,
    failedSeeds,
    nextSeed,
  };
}

/** @type {Partial<Result> & Pick<Result, 'outcome'>} */
const NOT_RUN = { outcome: 'not run' };

/** @param {Readonly<Record<string, Result>>} results @param {Machine} machine */
export function reportOf(results, machine) {
  const parts = PARTS.map(({ name, what, command, seeds }) => ({
    name,
    what,
    command: `node ${command.join(' ')}`,
    ...(seeds !== undefined && { wantedSeeds: seeds }),
    ...(results[name] ?? NOT_RUN),
  }));
  return { machine, parts };
}

/** @param {unknown} text */
const escape = (text) =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** @param {ReturnType<typeof reportOf>} report */
export function pageOf({ machine, parts }) {
  const rows = parts.map((part) => {
    /** @type {Partial<Result>} */
    const { counts = {}, failedSeeds = [], nextSeed, minutes, revision, endedAt, lastLines = [] } = part;
    const seeds = nextSeed === undefined ? [] : [`${nextSeed} seeds of ${part.wantedSeeds}`];
    const sums = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
    const failures = failedSeeds.map(
      (seed) => `failing seed ${seed}: ${part.command} --from ${seed} --seeds 1 --trace`,
    );
    const found = [...seeds, ...sums, ...failures, ...lastLines].map(escape).join('<br />');
    const when = endedAt === undefined ? '' : `${minutes?.toFixed(1)} min, ${revision}, ${endedAt}`;
    const cells = [
      `<b>${escape(part.name)}</b><br />${escape(part.what)}`,
      part.outcome,
      found,
      escape(when),
    ];
    return `      <tr class="${part.outcome.replace(' ', '-')}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const { cpu, cores, memoryGb, system, node } = machine;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Tidemark: proof</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #17202a; }
      table { border-collapse: collapse; width: 100%; }
      td, th { border-bottom: 1px solid #d5dbe1; padding: 0.5rem; text-align: left; vertical-align: top; }
      .passed td:nth-child(2) { color: #14713b; } .failed td:nth-child(2) { color: #b3261e; }
      .not-run { color: #66727e; }
    </style>
  </head>
  <body>
    <h1>Proof at length</h1>
    <p>Written by <code>npm run proof</code>. ${escape(cpu)}, ${cores} cores, ${memoryGb} GB, ${escape(system)}, Node ${escape(node)}.</p>
    <table>
      <tr><th>part</th><th>outcome</th><th>found</th><th>run</th></tr>
${rows.join('\n')}
    </table>
  </body>
</html>
`;
}
