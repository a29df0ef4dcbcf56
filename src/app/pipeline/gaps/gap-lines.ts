import { join } from 'node:path';
import { GAP_REASONS, type Gap, type GapReason } from '../../../core/gap.ts';
import { instantIn, objectIn } from '../../../core/text/json-line.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { LogContent } from '../../../disk/line-log.ts';
import { refuseNewerFormat } from '../../../disk/file-format.ts';

export const GAP_FILE = 'gaps.log';
const FORMAT = 1;

/** A gap that has begun, and of which no line tells the end. */
export interface OpenGap {
  readonly from: Millis;
  readonly reason: GapReason;
}

export interface GapLines {
  /** In the order of the file. Of a gap without an end, its first slot. */
  readonly gaps: readonly Gap[];
  /** Where the last line is one without an end: the process ended before it could write that. */
  readonly open: OpenGap | undefined;
}

export function headerLine(): string {
  return JSON.stringify({ format: FORMAT });
}

export function gapLine({ from, to, reason }: Gap): string {
  return JSON.stringify({ from: formatDatetime(from), to: formatDatetime(to), reason });
}

export function openGapLine({ from, reason }: OpenGap): string {
  return JSON.stringify({ from: formatDatetime(from), reason });
}

/** A newer format is refused. Lines that say nothing that is understood are passed over: then nothing is known. */
export function readGapLines({ lines }: Pick<LogContent, 'lines'>, folder: string): GapLines {
  const gaps: Gap[] = [];
  let open: OpenGap | undefined;
  for (const line of lines) {
    const value = objectIn(line);
    refuseNewerFormat(join(folder, GAP_FILE), value['format'], FORMAT);
    const found = gapIn(value);
    if (!found) continue;
    open = found.isOpen ? found.gap : undefined;
    gaps.push(found.gap);
  }
  return { gaps, open };
}

/** False for lines that are about something else, also where that is not understood. */
export function isGapBefore(line: string, instant: Millis): boolean {
  const found = gapIn(objectIn(line));
  return found !== undefined && found.gap.to <= instant;
}

function gapIn(value: Readonly<Record<string, unknown>>): { gap: Gap; isOpen: boolean } | undefined {
  const from = instantIn(value['from']);
  const to = instantIn(value['to']);
  const reason = GAP_REASONS.find((known) => known === value['reason']);
  if (from === undefined || reason === undefined) return undefined;
  return { gap: { from, to: to ?? from + SLOT_MS, reason }, isOpen: to === undefined };
}
