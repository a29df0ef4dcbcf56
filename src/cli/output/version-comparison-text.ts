import type { ComparedVersions } from '../../app/operate/verify/compare-versions.ts';
import { FLAGS, INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import { formatDatetime } from '../../core/time.ts';
import { escaped } from './shown.ts';
import { tableText } from './table-text.ts';

export function comparisonJson(compared: ComparedVersions): unknown {
  const { methodology, from, to, firstCompared, lastCompared, starts, types, recordedWith } = compared;
  return {
    methodology,
    recordedWith: Object.fromEntries(recordedWith),
    from: formatDatetime(from),
    to: formatDatetime(to),
    firstCompared: firstCompared !== undefined ? formatDatetime(firstCompared) : undefined,
    lastCompared: lastCompared !== undefined ? formatDatetime(lastCompared) : undefined,
    ticks: { compared: compared.compared, warmUp: compared.warmUp, leftOut: compared.leftOut },
    warmUpStarts: starts.map(formatDatetime),
    ticksPerSecond: Number(compared.ticksPerSecond.toFixed(2)),
    types: Object.fromEntries(INDEX_TYPES.map((type) => [type, typeJson(types[type])])),
  };
}

type TypeDifferences = ComparedVersions['types'][IndexType];

function typeJson({ max, ...counts }: TypeDifferences) {
  if (!max) return counts;
  const { at, ...largest } = max;
  return { ...counts, max: { ...largest, timestamp: formatDatetime(at) } };
}

export function comparisonText(compared: ComparedVersions): string {
  const { methodology, recordedWith, firstCompared, lastCompared, warmUp, starts, types } = compared;
  const versions = [...recordedWith].map(([version, ticks]) => `version ${version} (${ticks} ticks)`);
  return [
    `version ${methodology} compared with ${versions.join(' and ')}`,
    `${formatDatetime(firstCompared!)} to ${formatDatetime(lastCompared!)}, ${compared.compared} ticks compared at ` +
      `${compared.ticksPerSecond.toFixed(1)} ticks per second`,
    `warm-up: ${warmUp} ${warmUp === 1 ? 'tick' : 'ticks'}, computed to warm up the state of version ${methodology}, and not compared`,
    ...starts
      .slice(1)
      .map((at) => `  ${formatDatetime(at)} the state was reset to the recorded one and warmed up`),
    ...leftOutLines(compared),
    '',
    tableText([
      ['', 'compared', 'same', '< 1 bp', '1-10', '10-50', '> 50 bps', 'only recorded', `only ${methodology}`],
      ...INDEX_TYPES.map((type) => countCells(type, types[type])),
    ]) + tableText(INDEX_TYPES.flatMap((type) => detailCells(type, types[type]))),
  ].join('\n');
}

function leftOutLines({ leftOut: { damaged, otherReference, withoutAges } }: ComparedVersions): string[] {
  if (damaged + otherReference + withoutAges === 0) return [];
  return [
    `left out: inputs damaged ${damaged}, reference data missing ${otherReference}, recorded without the age of tickers ${withoutAges}`,
  ];
}

function countCells(type: IndexType, counts: TypeDifferences): string[] {
  const { compared, same, under1Bp, from1To10Bps, from10To50Bps, over50Bps } = counts;
  const { onlyRecorded, onlyComputed } = counts;
  const numbers = [compared, same, under1Bp, from1To10Bps, from10To50Bps, over50Bps];
  return [type, ...[...numbers, onlyRecorded, onlyComputed].map(String)];
}

/** The largest difference, flags and volumes, one line each if there is something to report. */
function detailCells(type: IndexType, { max, flags, otherFlags, otherVolume }: TypeDifferences): string[][] {
  const changed = FLAGS.filter((flag) => flags[flag].gained + flags[flag].lost > 0);
  const texts = changed.map((flag) => `${flag} +${flags[flag].gained} -${flags[flag].lost}`);
  return [
    ...(max
      ? [
          [
            `${type} max`,
            `${max.bps.toFixed(2)} bps: ${escaped(max.name)} at ${formatDatetime(max.at)}, ${max.recorded} recorded, ${max.computed} computed`,
          ],
        ]
      : []),
    ...(otherFlags > 0 ? [[`${type} flags`, `${otherFlags} values: ${texts.join(', ')}`]] : []),
    ...(otherVolume > 0 ? [[`${type} volumes`, `${otherVolume} values have a different volume`]] : []),
  ];
}
