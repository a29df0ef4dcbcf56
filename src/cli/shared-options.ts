import { switchOption, type Positional } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Millis } from '../core/time.ts';
import { optional, path, wholeNumber, type SettingKind } from '../core/setting.ts';

/** For commands that read a range: missing values are reported on standard error. */
export const STRICT_OPTION = switchOption(
  `Exit with ${EXIT.incomplete} if values of the range are missing; they are listed on standard error`,
);

export const STRICT_END = [EXIT.incomplete, 'with --strict, if values of the range are missing'] as const;

/** An option that names a file. */
export function fileOption(description: string) {
  return { ...optional({ ...path, placeholder: 'FILE' }, description), completes: 'file' } as const;
}

/** Accepted names of an index on the command line. */
export const INDEX_NAME = 'An asset (BTC, bitcoin), a market (BTC_USD), a liquid index (BLX) or an id';

/** In the largest unit that fits at least once. */
export function spanText(ms: Millis): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}

/** A number of records; `all` means no limit. */
export const limit: SettingKind<number> = {
  placeholder: 'NUMBER|all',
  parse: (text) => (text === 'all' ? Infinity : wholeNumber(1, 1e9).parse(text)),
  expects: 'must be a whole number from 1, or all',
  format: (count) => (count === Infinity ? 'all' : String(count)),
};

export const RECEIPT_POSITIONAL = (command: string): Positional => ({
  name: 'NAME|ID',
  about: 'A market (BTC_USD), an asset (BTC, bitcoin), a liquid index (BLX), or the id of a tick',
  missingMessage: `name one value: tidemark ${command} BTC_USD`,
});
