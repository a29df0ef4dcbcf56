import { isId } from '../../../sdk/src/names.ts';
import { ConnectionError, type Incomplete, type Tidemark } from '../../../sdk/src/node.ts';
import { MEDIA_TYPES } from '../../../sdk/src/ranges.ts';
import type { ExportKind, ExportTarget } from '../../app/operate/export/export.ts';
import { exportToFile } from '../../app/operate/export/file-target.ts';
import type { FileFormat } from '../../contract/formats.ts';
import type { Interval } from '../../core/candle-interval.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import { UsageError, type Output } from '../command.ts';
import { instantOf, startOf, type Moment } from '../times.ts';
import { EXIT } from '../exit-codes.ts';
import { standardOutput } from '../output/standard-output.ts';
import type { ConnectionCall } from './connection-options.ts';
import { allFound } from './suggesting-tidemark.ts';
import { serviceNow } from './service-now.ts';
import { withService, type TargetService } from './with-service.ts';

export interface ServiceExport {
  readonly kind: ExportKind | 'candles';
  /** Length of the candles. */
  readonly interval?: Interval | undefined;
  readonly format: FileFormat;
  /** Names or ids. */
  readonly index: readonly string[];
  /** Either this or `last` is given. */
  readonly from: Moment | undefined;
  readonly last: Millis | undefined;
  /** Exclusive. */
  readonly to: Moment | undefined;
  /** Undefined: standard output. */
  readonly out: string | undefined;
  readonly force: boolean;
}

interface ExportReport {
  readonly bytes: number;
  readonly file?: string;
  readonly incomplete?: readonly Incomplete[];
}

const MEGABYTE = 2 ** 20;

/** Downloads a file from a service. The file gets its name only once it is complete. */
export function exportFromService(
  call: ConnectionCall,
  wanted: ServiceExport,
  io: Output,
  report: (text: string, record: ExportReport) => void,
): Promise<number> {
  const { kind, interval, format, index, out, force } = wanted;
  const run = async (service: TargetService) => {
    const { tidemark, signal } = service;
    const range = { ...(await rangeOf(service, wanted)), format, signal };
    const found = await allFound(index.map((name) => indexIdOf(tidemark, name, signal)));
    const ask = () => {
      if (interval) return tidemark.exportCandles(found, { ...range, interval });
      return kind === 'ticks' ? tidemark.exportTicks(found, range) : tidemark.exportDays(found, range);
    };
    const progress = out === undefined && process.stdout.isTTY ? undefined : io.errors.progress;
    const copy = async (target: ExportTarget) =>
      copyTo(target, ofFormat(await ask(), format), signal, progress);
    const bytes = await (out === undefined ? copy(standardOutput()) : exportToFile(out, force, copy)).finally(
      () => progress?.(''),
    );
    const text = out === undefined ? '' : `${sizeText(bytes)} in ${out}\n`;
    const { items } = service.incomplete;
    report(text, {
      bytes,
      ...(out !== undefined && { file: out }),
      ...(items.length > 0 && { incomplete: items }),
    });
    return EXIT.ok;
  };
  // A service starts sending a file only after it has found the data; names and tokens are answered at once.
  return withService(call, io, run, { mayTakeLong: ({ pathname }) => pathname.includes('/export/') });
}

/** An id needs no look-up: an index without current values still has a history. */
async function indexIdOf(tidemark: Tidemark, name: string, signal: AbortSignal): Promise<string> {
  return isId(name) ? name : (await tidemark.find(name, { signal })).indexId;
}

async function rangeOf({ tidemark, signal }: TargetService, wanted: ServiceExport) {
  const { kind, interval, from, last, to } = wanted;
  const isCounted =
    [from, to].some((when) => when && !('at' in when)) || (last !== undefined && to === undefined);
  const now = isCounted ? await serviceNow(tidemark, signal) : 0;
  const start = startOf({ from, last, to }, interval ?? (kind === 'ticks' ? 'ticks' : 'days'), now)!;
  const end = to && instantOf(to, now);
  if (end !== undefined && start > end) throw new UsageError('--from is after --to');
  return { from: start, to: end };
}

/** Rejects other media types, such as the login page of a proxy. */
function ofFormat(response: Response, format: FileFormat): Response {
  const type = response.headers.get('content-type') ?? 'nothing';
  if (type.split(';')[0] === MEDIA_TYPES[format]) return response;
  throw new OperatorError(`the response is ${type}, not ${MEDIA_TYPES[format]}: check --url`);
}

async function copyTo(
  target: ExportTarget,
  response: Response,
  signal: AbortSignal,
  progress: ((line: string) => void) | undefined,
): Promise<number> {
  let bytes = 0;
  const reader = response.body!.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ConnectionError('the connection closed before the file was complete', { cause });
      });
      if (done) return bytes;
      await target.write(value as Uint8Array);
      bytes += (value as Uint8Array).length;
      progress?.(sizeText(bytes));
    }
  } finally {
    // Nothing to report: either everything was read, or the reader has already failed.
    reader.cancel().catch(() => undefined);
  }
}

function sizeText(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes} bytes` : `${(bytes / MEGABYTE).toFixed(1)} MiB`;
}
