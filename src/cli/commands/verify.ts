import { loadConfig, processEnvironment } from '../../app/config.ts';
import { verifyDirectory, type VerifiedDirectory } from '../../app/verify.ts';
import { flagsIn } from '../../core/index-value.ts';
import { formatDatetime } from '../../core/time.ts';
import { instantOption } from '../instant-option.ts';
import { takeOptions } from '../options.ts';
import { instantProgress } from '../progress.ts';
import { UsageError, type Command, type Output } from '../usage.ts';

const HELP = `tidemark verify [--from DATETIME] [--to DATETIME] [--data DIR] [--json]

Computes stored index values again from their recorded inputs and compares them bit for bit: price, volume, tickVolume
and flags, and the chain of tick records. By default from the oldest inputs that are kept to the newest tick. Works
beside a running service and on the directory of a stopped one, and changes nothing.
Ends with 0 where nothing differs, with 1 where a value differs, a record is altered, inputs or history are damaged, or
no tick is stored in the range.
`;

export const verifyCommand: Command = {
  help: () => HELP,
  run: verify,
};

async function verify(args: readonly string[], io: Output): Promise<number> {
  const { options, positional, others } = takeOptions(args, {
    values: ['--from', '--to'],
    switches: ['--json'],
  });
  if (positional.length > 0) throw new UsageError(`unexpected '${positional[0]}'\n\n${HELP}`);
  const from = instantOption(options, '--from');
  const to = instantOption(options, '--to');
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to');
  const { settings } = loadConfig({ argv: others, environment: processEnvironment() });
  const onProgress = instantProgress(io);
  const report = await verifyDirectory({
    data: settings.data,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(onProgress && { onProgress }),
  });
  io.out(options.has('--json') ? `${JSON.stringify(jsonOf(report))}\n` : textOf(report));
  return isClean(report) ? 0 : 1;
}

function isClean(report: VerifiedDirectory): boolean {
  const { different, notVerifiable, alteredRecords, brokenLinks, damagedHistory } = report;
  const wrong = different + notVerifiable.damagedInputs + alteredRecords.length + brokenLinks.length;
  return wrong + damagedHistory.length === 0;
}

function jsonOf({ from, to, differences, alteredRecords, brokenLinks, ...rest }: VerifiedDirectory): unknown {
  return {
    from: formatDatetime(from),
    to: formatDatetime(to),
    ...rest,
    differences: differences.map(({ at, ...difference }) => ({
      timestamp: formatDatetime(at),
      ...difference,
    })),
    alteredRecords: alteredRecords.map(formatDatetime),
    brokenLinks: brokenLinks.map(formatDatetime),
  };
}

function textOf(report: VerifiedDirectory): string {
  const { from, to, ticks, verified, different, notVerifiable, damagedHistory } = report;
  const { noInputs, modelled, damagedInputs, otherReference } = notVerifiable;
  return [
    `${formatDatetime(from)} to ${formatDatetime(to)}, ${ticks} ticks`,
    `verified         ${verified}`,
    `not verifiable   ${noInputs + modelled + damagedInputs + otherReference} (no inputs kept ${noInputs}, ` +
      `modelled ${modelled}, inputs damaged ${damagedInputs}, other reference data ${otherReference})`,
    `different        ${different}`,
    ...report.differences.map(differenceText),
    ...report.alteredRecords.map((at) => `  ${formatDatetime(at)} the record of the tick is another`),
    ...report.brokenLinks.map((at) => `  ${formatDatetime(at)} the record does not follow the one before`),
    ...damagedHistory.map((file) => `  ${file} is damaged`),
    '',
  ].join('\n');
}

type Difference = VerifiedDirectory['differences'][number];

function differenceText({ at, indexType, indexId, stored, recomputed }: Difference): string {
  return `  ${formatDatetime(at)} ${indexType} ${indexId} stored ${numbersText(stored)}, computed ${numbersText(recomputed)}`;
}

function numbersText(numbers: Difference['stored']): string {
  if (!numbers) return 'nothing';
  const { price, volume, tickVolume, flags } = numbers;
  const parts = [`price ${price}`, `volume ${volume}`];
  if (tickVolume !== undefined) parts.push(`tickVolume ${tickVolume}`);
  return [...parts, ...flagsIn(flags)].join(' ');
}
