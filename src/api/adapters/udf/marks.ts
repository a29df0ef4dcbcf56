import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { INTERVALS } from '../../../core/candle-interval.ts';
import type { Gap } from '../../../core/gap.ts';
import type { Flag } from '../../../core/index-value.ts';
import { formatDatetime, parseDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { inSeconds, MAX_BARS, readBars, type Bar } from './bars.ts';
import { refuse } from './errors.ts';
import { FROM, RESOLUTION, SYMBOL, TO } from './parameters.ts';
import { INDEX_ACCESS, udfRoute, type UdfParts } from './udf-route.ts';

/** The worst first: a mark has the colour and the letter of its worst flag. */
const COLOURS: readonly (readonly [Flag, string])[] = [
  ['SUSPECT', 'red'],
  ['SPLIT', 'red'],
  ['CARRIED', 'yellow'],
  ['THIN', 'yellow'],
  ['SINGLE_SOURCE', 'yellow'],
  ['PARTIAL', 'yellow'],
  ['SEEDED', 'blue'],
  ['MODELLED', 'blue'],
];
const GAP_COLOUR = 'red';
const MARK_SIZE = 14;

/** Something to know about a bar. */
interface Mark {
  readonly id: string;
  readonly at: Millis;
  readonly colour: string;
  readonly label: string;
  readonly text: string;
}

/** Consecutive bars of which the same is to be known. */
interface Run {
  readonly key: string;
  readonly bars: Bar[];
}

const RANGE = {
  ...SYMBOL,
  ...RESOLUTION,
  from: { ...FROM, required: true },
  to: { ...TO, description: 'The last bar begins at this time or before', required: true },
} as const;

/** `/marks`: flags of bars, ticks that they lack, and gaps between them. */
export function marksRoute(parts: UdfParts): DataRoute {
  return udfRoute(parts, {
    path: '/marks',
    access: INDEX_ACCESS,
    query: RANGE,
    answer: async (call) => {
      const { symbol, resolution: interval, from, to } = call.query;
      const { series } = parts.symbols.find(call.grant as Grant, symbol);
      if (from > to) return refuse('from', 'must not lie after to');
      const range = { interval, from, to: to + 1, limit: MAX_BARS + 1 };
      const { bars, incomplete } = await readBars(parts, call, series, range);
      if (bars.length > MAX_BARS)
        return refuse('from', `has more than ${MAX_BARS} bars after it: ask for a shorter range`);
      const step = INTERVALS[interval];
      const marks = [...flagMarks(bars, step), ...gapMarks(bars, step)].toSorted((a, b) => a.at - b.at);
      return { body: markTable(marks), incomplete };
    },
  });
}

/** `/timescale_marks`: gaps in the values, with the reason of each. */
export function timescaleMarksRoute(parts: UdfParts): DataRoute {
  return udfRoute(parts, {
    path: '/timescale_marks',
    access: ['read:index-ticker', 'read:LX'],
    query: RANGE,
    answer: async (call) => {
      const { symbol, resolution: interval, from, to } = call.query;
      const { series } = parts.symbols.find(call.grant as Grant, symbol);
      if (from > to) return refuse('from', 'must not lie after to');
      const range = { indexId: series.indexId, from: formatDatetime(from), to: formatDatetime(to) };
      const { body } = await parts.reader.read<Coverage>('getSeriesCoverage', call, range);
      const step = INTERVALS[interval];
      return {
        body: body.gaps.map(gapOf).flatMap((gap) => (isLong(gap, step) ? timescaleMark(gap, step) : [])),
      };
    },
  });
}

/** The answer of `/v3/series/{indexId}/coverage`. */
interface Coverage {
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly reason: Gap['reason'] }[];
}

function gapOf({ from, to, reason }: Coverage['gaps'][number]): Gap {
  return { from: parseDatetime(from) ?? 0, to: parseDatetime(to) ?? 0, reason };
}

/** Shorter gaps leave a bar that is marked itself. */
function isLong({ from, to }: Gap, step: Millis): boolean {
  return to - from >= step;
}

/** At the bar of the last tick before the gap. */
function timescaleMark({ from, to, reason }: Gap, step: Millis): object {
  return {
    id: `gap-${inSeconds(from)}`,
    time: inSeconds(Math.floor((from - SLOT_MS - 1) / step) * step),
    color: GAP_COLOUR,
    label: 'G',
    tooltip: [`No values: ${reason}`, spanText(from, to)],
  };
}

function flagMarks(bars: readonly Bar[], step: Millis): Mark[] {
  return runsOf(bars, step).flatMap(({ key, bars: run }) => {
    const [first, last] = [run[0]!, run.at(-1)!];
    if (key === '') return [];
    const missing = run.reduce((sum, bar) => sum + bar.missing, 0);
    const worst = COLOURS.find(([flag]) => first.flags.includes(flag));
    const [label, colour] = worst ? [worst[0].slice(0, 1), worst[1]] : ['I', 'yellow'];
    const words = [...first.flags, ...(missing > 0 ? [`${missing} ticks missing`] : [])];
    const text = `${words.join(', ')}: ${spanText(first.at, last.at + step)}`;
    return [{ id: `flags-${inSeconds(first.at)}`, at: first.at, colour, label, text }];
  });
}

function runsOf(bars: readonly Bar[], step: Millis): Run[] {
  const runs: Run[] = [];
  for (const bar of bars) {
    const key = [...bar.flags, ...(bar.missing > 0 ? ['missing'] : [])].join();
    const run = runs.at(-1);
    if (run?.key === key && run.bars.at(-1)!.at + step === bar.at) run.bars.push(bar);
    else runs.push({ key, bars: [bar] });
  }
  return runs;
}

/** At the first bar after each gap. */
function gapMarks(bars: readonly Bar[], step: Millis): Mark[] {
  return bars.flatMap(({ at }, i) => {
    const before = bars[i - 1];
    if (!before || before.at + step === at) return [];
    const text = `No bars: ${spanText(before.at + step, at)}`;
    return [{ id: `gap-${inSeconds(at)}`, at, colour: GAP_COLOUR, label: 'G', text }];
  });
}

function spanText(from: Millis, to: Millis): string {
  return `${minuteText(from)} to ${minuteText(to)} UTC`;
}

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;

function minuteText(at: Millis): string {
  return formatDatetime(at).slice(0, MINUTE_LENGTH).replace('T', ' ');
}

/** A column per property. */
function markTable(marks: readonly Mark[]): object {
  return {
    id: marks.map(({ id }) => id),
    time: marks.map(({ at }) => inSeconds(at)),
    color: marks.map(({ colour }) => colour),
    text: marks.map(({ text }) => text),
    label: marks.map(({ label }) => label),
    labelFontColor: marks.map(({ colour }) => (colour === 'yellow' ? 'black' : 'white')),
    minSize: marks.map(() => MARK_SIZE),
  };
}
