import { parseDatetime, type Millis } from '../core/time.ts';
import { UsageError } from './usage.ts';

/** The instant that an option names; undefined where it was not given. */
export function instantOption(options: ReadonlyMap<string, string>, flag: string): Millis | undefined {
  const text = options.get(flag);
  if (text === undefined) return undefined;
  const at = parseDatetime(text);
  if (at === undefined)
    throw new UsageError(`${flag} must be a datetime in UTC, such as 2026-01-31T12:00:00Z`);
  return at;
}
