import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { GAP_FILE, readGapLines } from '../../../../src/app/pipeline/gaps/gap-lines.ts';
import { LineLog } from '../../../../src/disk/line-log.ts';
import type { ClusterNode } from '../cluster-node.ts';
import type { GapRecord, NamedGap, VerifyRecord } from './audit-record.ts';

const MAIN = fileURLToPath(new URL('../../../../src/cli/main.js', import.meta.url));
const VERIFY_WITHIN_MS = 300_000;
const MAX_BYTES = 64 * 2 ** 20;
/** Copies follow their log every few seconds. */
const COPIED_WITHIN_MS = 20_000;
const POLL_MS = 250;
const MAX_NAMED = 3;

/** Lists of a report that are empty if nothing is wrong. */
const LISTS = [
  'alteredRecords',
  'alteredValues',
  'brokenLinks',
  'otherStates',
  'restarts',
  'damagedHistory',
  'damage',
  'lackingReferences',
  'lackingHeads',
] as const;

type Report = { readonly [Name in (typeof LISTS)[number]]: readonly unknown[] } & {
  readonly different: number;
  readonly differences: readonly unknown[];
  readonly verifiedBy: { readonly inputs: number };
  readonly notVerifiable: { readonly damagedInputs: number; readonly otherReference: number };
  readonly candles: { readonly different: number; readonly differences: readonly unknown[] };
  readonly heads: readonly { readonly slot: string; readonly outcome: string }[];
  readonly kept: { readonly faults: readonly unknown[] };
};

/** Runs `tidemark verify` on the directory of a node that keeps running. */
export async function verifyNode({ name: node, data }: ClusterNode, storeUrl: string): Promise<VerifyRecord> {
  const { exitCode, out, error } = await run(['verify', '--data', data, '--store', storeUrl, '--json']);
  try {
    const report = JSON.parse(out) as Report;
    return { node, exitCode, recomputed: report.verifiedBy.inputs, faults: faultsOf(report) };
  } catch {
    return { node, exitCode, recomputed: 0, faults: [`verify failed: ${error.slice(-500)}`] };
  }
}

function faultsOf(report: Report): string[] {
  const { different, differences, candles, notVerifiable, heads, kept } = report;
  const { damagedInputs, otherReference } = notVerifiable;
  const some = (what: string, list: readonly unknown[], count = list.length) =>
    count === 0 ? [] : [`${what} ${count}: ${JSON.stringify(list.slice(0, MAX_NAMED))}`];
  const wrongHeads = heads.filter(({ outcome }) => outcome !== 'fits' && outcome !== 'too-old');
  return [
    ...some('different values', differences, different),
    ...some('different end-of-day records', candles.differences, candles.different),
    ...some('values with damaged inputs', [], damagedInputs),
    ...some('values of unknown reference data', [], otherReference),
    ...some('heads', wrongHeads),
    ...some('kept receipts', kept.faults),
    ...LISTS.flatMap((name) => some(name, report[name])),
  ];
}

interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
}

function run(args: readonly string[]): Promise<Ended> {
  const options = { timeout: VERIFY_WITHIN_MS, maxBuffer: MAX_BYTES };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], options, (_failure, out, error) =>
      resolve({ exitCode: child.exitCode ?? -1, out, error }),
    );
  });
}

/** The gaps in a node's copy, once it matches the database or after a timeout. */
export async function gapsOf(
  { name: node, data }: ClusterNode,
  expected: readonly NamedGap[],
): Promise<GapRecord> {
  const deadline = performance.now() + COPIED_WITHIN_MS;
  for (;;) {
    const content = LineLog.read(join(data, GAP_FILE)) ?? { lines: [] };
    const { gaps } = readGapLines(content, data);
    const isLevel = JSON.stringify(gaps) === JSON.stringify(expected);
    if (isLevel || performance.now() > deadline) return { node, gaps };
    await delay(POLL_MS);
  }
}
