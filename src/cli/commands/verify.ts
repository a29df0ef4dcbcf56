import type { Settings } from '../../app/config/settings.ts';
import { verifyStorage } from '../../app/operate/scrub/verify-storage.ts';
import { reportVerification } from '../../app/operate/maintenance/maintenance-commands.ts';
import { isSound, verifyDirectory, type VerifiedDirectory } from '../../app/operate/verify/verify.ts';
import { compareVersions } from '../../app/operate/verify/compare-versions.ts';
import { newestTick } from '../../app/operate/verify/recorded-ticks.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { flagsIn } from '../../core/index-value.ts';
import { formatDatetime, HOUR_MS, SLOT_MS } from '../../core/time.ts';
import { optional, setting } from '../../core/setting.ts';
import { action, JSON_OPTION, switchOption, UsageError, type Given, type Output } from '../command.ts';
import { damageText, quoted } from '../output/shown.ts';
import { headsIn, keysIn } from '../head-files.ts';
import { authoritiesIn, TIMESTAMP_CA_OPTION, timestampRecord, timestampText } from '../timestamps.ts';
import { byteProgress, instantProgress } from '../output/progress.ts';
import { comparisonJson, comparisonText } from '../output/version-comparison-text.ts';
import { methodologyVersion } from '../methodology-version.ts';
import { countsFromNow, instantOf, moment, span, startOf } from '../times.ts';
import { fileOption } from '../shared-options.ts';

const OPTIONS = {
  from: optional(
    moment,
    'Only ticks from this time on; by default every stored day with records (modelled days have none)',
  ),
  last: optional(span, 'Instead of --from: time range before --to, or before the newest stored tick'),
  to: optional(moment, 'Only ticks before this time'),
  head: fileOption(
    'Also check that signed heads of GET /v3/integrity/head, one per line, were signed for this history; - reads standard input',
  ),
  keys: fileOption(
    'Keys for the heads of --head, in the format of /.well-known/tidemark-integrity.json; by default those of the directory',
  ),
  methodology: optional(
    methodologyVersion,
    'Compute the recorded ticks with this version of the methodology, compare them with the recorded version, and print how many values differ and by how much',
  ),
  warmUp: setting(
    span,
    HOUR_MS,
    'With --methodology: how long to warm up the state of that version before values are compared',
  ),
  timestampCa: TIMESTAMP_CA_OPTION,
  storage: switchOption(
    'Check only the files of the data directory: history, journal, recorded inputs, contracts, reference data, heads, gaps, kept receipts, clients, keys, alerts, audit log',
  ),
  json: JSON_OPTION,
} as const;

export const command = action({
  about: [
    'Recomputes stored index values from their recorded inputs and compares them bit for bit: price, volume, tickVolume and flags. Values whose inputs are gone are compared with their hash in the record of their tick, and end-of-day records are recomputed from the values. It also checks the checksums, the reference data, the chain of tick records, the stored heads, the log of gaps, the permanently kept receipts, the files of clients, keys and alerts, and the audit log.',
    'With --methodology it instead compares two versions of the methodology on the inputs that are kept (--keep-inputs), and exits with 0 whether values differ or not.',
    'Read-only; works whether the service is running or stopped.',
  ],
  options: OPTIONS,
  settings: ['data', 'store', 'clusterCredentials'],
  exitCodes: [
    [0, 'if nothing differs'],
    [
      1,
      'if a value or an end-of-day record differs, a record was altered, the chain of records is broken or restarted, a tick does not start from the state that the previous one left, a head is wrong or missing, a timestamp of a head or a kept receipt is invalid, stored data is damaged or missing, the reference data of a tick are missing, or no tick is stored in the range',
    ],
  ],
  examples: [
    'tidemark verify',
    'tidemark verify --last 24h',
    'tidemark verify --methodology 3 --last 24h',
    'tidemark verify --from 2026-03-01T00:00:00Z --json',
  ],
  run: ({ options, config, given }, io) => {
    if (given.has('warmUp') && options.methodology === undefined)
      throw new UsageError('--warm-up needs --methodology VERSION');
    return verify(options, () => config().settings, io);
  },
});

async function verify(
  { head, keys, timestampCa, storage: isStorage, json, methodology, warmUp, ...range }: Given<typeof OPTIONS>,
  settings: () => Pick<Settings, 'data' | 'store'>,
  io: Output,
): Promise<number> {
  if (range.from !== undefined && range.last !== undefined)
    throw new UsageError('--from and --last cannot be used together');
  // The market of the directory may have another time than this machine.
  const now = countsFromNow(range) ? await newestTick(settings().data, settings().store) : undefined;
  const clockNow = now ?? new SystemClock().now();
  const from = startOf(range, 'ticks', clockNow);
  const to = range.to && instantOf(range.to, clockNow);
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to');
  if (keys !== undefined && head === undefined)
    throw new UsageError('--keys needs --head FILE: these are the keys that signed its heads');
  if (methodology !== undefined) {
    if (isStorage || head !== undefined)
      throw new UsageError('--methodology compares versions: leave out --storage, --head and --keys');
    if (timestampCa !== undefined)
      throw new UsageError(
        '--methodology compares versions and checks no timestamps: leave out --timestamp-ca',
      );
    const { data, store } = settings();
    const onProgress = instantProgress(io);
    const warmUpTicks = Math.ceil(warmUp / SLOT_MS);
    const wanted = { data, store, from, to, methodology, warmUpTicks };
    const compared = await compareVersions({ ...wanted, ...(onProgress && { onProgress }) });
    io.out(json ? `${quoted(comparisonJson(compared))}\n` : comparisonText(compared));
    return 0;
  }
  if (isStorage) {
    if (head !== undefined) throw new UsageError('--storage checks only files: leave out --head');
    if (timestampCa !== undefined)
      throw new UsageError('--storage checks only files: leave out --timestamp-ca');
    if (from !== undefined || to !== undefined)
      throw new UsageError('--storage checks all files: leave out --from, --last and --to');
    return storage(settings().data, json, io);
  }
  const { data, store } = settings();
  const onProgress = instantProgress(io);
  const report = await verifyDirectory({
    data,
    ...(store !== undefined && { store }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    heads: headsIn(head),
    ...(keys !== undefined && { keys: keysIn(keys) }),
    timestampAuthorities: authoritiesIn(timestampCa),
    ...(onProgress && { onProgress }),
  });
  const outcome = { isSound: isSound(report), isWhole: from === undefined && to === undefined };
  await reportVerification(data, outcome);
  io.out(json ? `${quoted(jsonOf(report))}\n` : textOf(report));
  return outcome.isSound ? 0 : 1;
}

async function storage(data: string, isJson: boolean, io: Output): Promise<number> {
  const report = await verifyStorage(data, byteProgress(io, 'verify'));
  const { files, bytes, damage, quarantine } = report;
  const text = [
    `${files} files, ${bytes} bytes checked, ${damage.length} damaged`,
    ...damage.map((each) => `  ${damageText(each)}`),
    ...quarantine.map(({ file, from, reason }) => `  in quarantine: ${file}, from ${from}: ${reason}`),
    '',
  ].join('\n');
  const isUndamaged = damage.length === 0;
  await reportVerification(data, { isSound: isUndamaged, isWhole: false });
  io.out(isJson ? `${quoted(report)}\n` : text);
  return isUndamaged ? 0 : 1;
}

function jsonOf(report: VerifiedDirectory): unknown {
  const { from, to, differences, alteredRecords, alteredValues, brokenLinks, ...others } = report;
  const {
    candles,
    lackingReferences,
    heads,
    timestamps,
    restarts,
    lackingHeads,
    otherStates,
    lostStates,
    kept,
    ...rest
  } = others;
  return {
    from: formatDatetime(from),
    to: formatDatetime(to),
    ...rest,
    differences: differences.map(({ at, ...difference }) => ({
      timestamp: formatDatetime(at),
      ...difference,
    })),
    candles: {
      ...candles,
      differences: candles.differences.map(({ day, ...difference }) => ({
        startTimestamp: formatDatetime(day),
        ...difference,
      })),
    },
    heads: heads.map(({ head, origin, outcome }) => ({ slot: formatDatetime(head.slot), origin, outcome })),
    kept: {
      ...kept,
      faults: kept.faults.map(({ at, ...fault }) => ({ timestamp: formatDatetime(at), ...fault })),
      uncounted: kept.uncounted.map(({ file, since }) => ({
        file,
        ...(since !== undefined && { since: formatDatetime(since) }),
      })),
    },
    timestamps: timestamps.map(({ slot, verdict }) => ({
      slot: formatDatetime(slot),
      ...timestampRecord(verdict),
    })),
    lackingHeads: lackingHeads.map((day) => formatDatetime(day).slice(0, 10)),
    restarts: restarts.map(formatDatetime),
    alteredRecords: alteredRecords.map(formatDatetime),
    alteredValues: alteredValues.map(formatDatetime),
    brokenLinks: brokenLinks.map(formatDatetime),
    otherStates: otherStates.map(formatDatetime),
    lostStates: lostStates.map(formatDatetime),
    lackingReferences: lackingReferences.map((lacking) => ({
      ...lacking,
      from: formatDatetime(lacking.from),
      to: formatDatetime(lacking.to),
    })),
  };
}

/** The text for a tick in each of these lists of the report. */
const TICK_FAULTS = {
  alteredValues: 'the stored values do not match the record',
  alteredRecords: 'the record of the tick was altered',
  brokenLinks: 'the record does not link to the previous one',
  otherStates: 'the tick does not start from the state that the previous one left',
  lostStates: 'the tick starts without state: the service had lost it (not counted as a difference)',
  restarts:
    'the chain of records restarts: nothing links it to the earlier ticks, which could have been replaced',
} as const;

function textOf(report: VerifiedDirectory): string {
  const { from, to, ticks, verified, verifiedBy, different, notVerifiable, damagedHistory, candles } = report;
  const { noInputs, modelled, damagedInputs, otherReference } = notVerifiable;
  return [
    `${formatDatetime(from)} to ${formatDatetime(to)}, ${ticks} ticks`,
    `stored           ${report.storedDays} days and ${report.records} tick records, checked`,
    `verified         ${verified} (recomputed ${verifiedBy.inputs}, by the record of their tick ${verifiedBy.record})`,
    `not verifiable   ${noInputs + modelled + damagedInputs + otherReference} (no inputs kept ${noInputs}, ` +
      `modelled ${modelled}, inputs damaged ${damagedInputs}, other reference data ${otherReference})`,
    ...modelledLines(report),
    `different        ${different}`,
    ...report.differences.map(differenceText),
    `end of day       ${candles.verified} verified, ${candles.notVerifiable} not verifiable, ${candles.different} different`,
    ...candles.differences.map(candleText),
    ...(Object.keys(TICK_FAULTS) as (keyof typeof TICK_FAULTS)[]).flatMap((fault) =>
      report[fault].map((at) => `  ${formatDatetime(at)} ${TICK_FAULTS[fault]}`),
    ),
    ...report.lackingReferences.map(lackingText),
    ...headLines(
      'heads kept',
      report.heads.filter(({ origin }) => origin === 'kept'),
    ),
    ...report.lackingHeads.map((day) => `  the head of ${formatDatetime(day).slice(0, 10)} is missing`),
    ...timestampLines(report.timestamps),
    `gaps             ${gapsText(report.gaps)}`,
    ...keptLines(report.kept),
    ...givenLines(report.heads.filter(({ origin }) => origin === 'given')),
    ...damagedHistory.map((file) => `  ${file} is damaged`),
    ...report.damage.map((each) => `  ${damageText(each)}`),
    '',
  ].join('\n');
}

/** No lines without kept receipts, unless some may have been removed. */
export function keptLines({
  receipts,
  verified,
  unsigned,
  faults,
  uncounted,
}: VerifiedDirectory['kept']): string[] {
  if (receipts === 0 && uncounted.length === 0) return [];
  const others = unsigned === 0 ? '' : `, ${unsigned} recomputed, without a signed head`;
  return [
    `kept receipts    ${verified} of ${receipts} verified${others}`,
    ...faults.map(({ name, at, reason }) => `  ${name} of ${formatDatetime(at)}: ${reason}`),
    ...uncounted.map(({ file, since }) =>
      since === undefined
        ? `  ${file} has no line count: removed lines cannot be detected`
        : `  ${file} has a line count since ${formatDatetime(since)}: lines removed before that cannot be detected`,
    ),
  ];
}

const ANCHORS: Readonly<Record<VerifiedDirectory['gaps']['anchor'], string>> = {
  anchored: 'anchored',
  'not anchored': 'not anchored: written by 1.0.0, which did not count them',
  'count missing': 'not anchored: gaps-count.json is missing',
  'count damaged': 'not anchored: gaps-count.json is damaged',
  shared: 'a copy of the log in the database',
  unreadable: 'the log cannot be read',
  none: 'no log of gaps',
};
const WITHOUT_LINES: readonly VerifiedDirectory['gaps']['anchor'][] = ['none', 'unreadable'];

export function gapsText({ lines, anchor }: VerifiedDirectory['gaps']): string {
  const count = `${lines} ${lines === 1 ? 'line' : 'lines'}, `;
  return `${WITHOUT_LINES.includes(anchor) ? '' : count}${ANCHORS[anchor]}`;
}

/** Its own line, and only if there are some: these ticks are before the range of the first line. */
function modelledLines({ from, modelledBefore: { ticks, values } }: VerifiedDirectory): string[] {
  if (ticks === 0) return [];
  return [
    `modelled before  ${values}, in ${ticks} ticks of the same day before ${formatDatetime(from)}: cannot be verified`,
  ];
}

function lackingText({ hash, from, to, ticks }: VerifiedDirectory['lackingReferences'][number]): string {
  return (
    `  ${ticks} ticks from ${formatDatetime(from)} to ${formatDatetime(to)} were computed with reference data that are ` +
    `missing (${hash.slice(0, 12)}): restore reference.log from a backup`
  );
}

function candleText({ day, indexType, indexId, stored, recomputed }: CandleDifference): string {
  const text = (candle: typeof stored) =>
    candle
      ? ['open', 'high', 'low', 'close', 'volume']
          .map((name) => `${name} ${String(candle[name as 'open'])}`)
          .join(' ')
      : 'nothing';
  return `  ${formatDatetime(day).slice(0, 10)} ${indexType} ${indexId} stored ${text(stored)}, computed ${text(recomputed)}`;
}

const OUTCOMES: Readonly<Record<HeadOutcome, string>> = {
  fits: 'fits',
  forged: 'its signature does not match its key',
  'unknown-key': 'it was signed with an unknown key',
  'other-history': 'it was signed for a different history than the stored one',
  missing: 'its signature is valid, but history has no such tick',
  'too-old': 'its signature is valid; history no longer reaches back to it',
};

/** Its own line, and only if heads were given. */
function givenLines(heads: VerifiedDirectory['heads']): string[] {
  return heads.length === 0 ? [] : headLines('heads given', heads);
}

/** No lines without timestamps. */
function timestampLines(timestamps: VerifiedDirectory['timestamps']): string[] {
  if (timestamps.length === 0) return [];
  const wrong = timestamps.filter(({ verdict }) => !verdict.isRight);
  const isTrusted = timestamps.some(({ verdict }) => verdict.isRight && verdict.chain === 'trusted');
  const by = isTrusted ? '' : '; the authority was not checked: give --timestamp-ca';
  return [
    `timestamps       ${timestamps.length - wrong.length} of ${timestamps.length} valid${by}`,
    ...wrong.map(({ slot, verdict }) => `  head of ${formatDatetime(slot)}: ${timestampText(verdict)}`),
  ];
}

function headLines(name: string, heads: VerifiedDirectory['heads']): string[] {
  const fitting = heads.filter(({ outcome }) => outcome === 'fits').length;
  const others = heads.filter(({ outcome }) => outcome !== 'fits');
  return [`${name.padEnd(17)}${fitting} of ${heads.length} match`, ...others.map(headText)];
}

function headText({ head, outcome }: VerifiedDirectory['heads'][number]): string {
  return `  head of ${formatDatetime(head.slot)}: ${OUTCOMES[outcome]}`;
}

type HeadOutcome = VerifiedDirectory['heads'][number]['outcome'];
type CandleDifference = VerifiedDirectory['candles']['differences'][number];
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
