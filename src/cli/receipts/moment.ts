import { duration } from '../../app/config/setting-kinds.ts';
import type { SettingKind } from '../../core/setting.ts';
import { parseDatetime, type Millis } from '../../core/time.ts';

/** An instant, or one so long before the newest tick. */
export type Moment = { readonly at: Millis } | { readonly agoMs: Millis };

/** What may be left out at the end of a datetime: seconds, the time, and that it is UTC. */
const SHORT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?)?(?:Z|\+00:00)?$/;

/** Instants are UTC; `now` is the newest tick, and `10m` ten minutes before it. */
export const moment: SettingKind<Moment> = {
  placeholder: 'TIME',
  parse: (text) => {
    if (text === 'now') return { agoMs: 0 };
    const agoMs = duration.parse(text);
    if (agoMs !== undefined) return { agoMs };
    const [, day, time = '00:00', seconds = ':00'] = SHORT.exec(text) ?? [];
    const at = day === undefined ? undefined : parseDatetime(`${day}T${time}${seconds}Z`);
    return at === undefined ? undefined : { at };
  },
  expects: 'must be a time in UTC such as 2026-01-31T12:00Z, a time before now such as 10m or 2h, or now',
};
