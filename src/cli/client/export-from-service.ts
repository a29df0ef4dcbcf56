import { ConnectionError } from '../../../sdk/src/node.ts';
import { MEDIA_TYPES } from '../../../sdk/src/ranges.ts';
import type { ExportKind, ExportTarget } from '../../app/export/export.ts';
import { exportToFile } from '../../app/export/file-target.ts';
import type { FileFormat } from '../../contract/formats.ts';
import type { Interval } from '../../core/candle-interval.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import type { Output } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { standardOutput } from '../standard-output.ts';
import type { ConnectionCall } from './connection-options.ts';
import { withService, type AskedService } from './with-service.ts';

export interface ServiceExport {
  readonly kind: ExportKind | 'candles';
  /** Of candles. */
  readonly interval?: Interval | undefined;
  readonly format: FileFormat;
  /** Names or ids. */
  readonly index: readonly string[];
  readonly from: Millis;
  /** Inclusive. */
  readonly to: Millis | undefined;
  /** Standard output where it is undefined. */
  readonly out: string | undefined;
  readonly force: boolean;
}

const MEGABYTE = 2 ** 20;

/** Writes a file of a service as it comes; it has its name only once it is whole. */
export function exportFromService(call: ConnectionCall, wanted: ServiceExport, io: Output): Promise<number> {
  const { kind, interval, format, index, from, to, out, force } = wanted;
  const run = async ({ tidemark, signal }: AskedService) => {
    // The service leaves out what is at the end of a range.
    const range = { from, to: to === undefined ? undefined : to + 1, format, signal };
    const ask = () => {
      if (interval) return tidemark.exportCandles(index, { ...range, interval });
      return kind === 'ticks' ? tidemark.exportTicks(index, range) : tidemark.exportDays(index, range);
    };
    const progress = out === undefined && process.stdout.isTTY ? undefined : io.errors.progress;
    const copy = async (target: ExportTarget) =>
      copyTo(target, ofFormat(await ask(), format), signal, progress);
    const bytes = await (out === undefined ? copy(standardOutput()) : exportToFile(out, force, copy)).finally(
      () => progress?.(''),
    );
    if (out !== undefined) io.out(`${sizeText(bytes)} in ${out}\n`);
    return EXIT.ok;
  };
  // A service begins to answer once it has found what there is.
  return withService(call, io, run, { limitMs: Infinity });
}

/** A page of a proxy that wants a login is no file. */
function ofFormat(response: Response, format: FileFormat): Response {
  const type = response.headers.get('content-type') ?? 'nothing';
  if (type.split(';')[0] === MEDIA_TYPES[format]) return response;
  throw new OperatorError(`the answer is ${type}, not ${MEDIA_TYPES[format]}: is --url that of the service?`);
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
        throw new ConnectionError('the file broke off before its end', { cause });
      });
      if (done) return bytes;
      await target.write(value as Uint8Array);
      bytes += (value as Uint8Array).length;
      progress?.(sizeText(bytes));
    }
  } finally {
    // Nothing hears of a failure here: all was read, or the reader has failed before.
    reader.cancel().catch(() => undefined);
  }
}

function sizeText(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes} bytes` : `${(bytes / MEGABYTE).toFixed(1)} MiB`;
}
