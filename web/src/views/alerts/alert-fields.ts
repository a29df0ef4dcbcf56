import type { Alert, FieldProblem, NewAlert } from '@tidemark/sdk';
import { durationIn, durationText } from './duration.ts';

export type AlertType = NewAlert['type'];
export type AlertField = Exclude<keyof NewAlert, 'type' | 'silencedUntil' | 'enabled'>;

interface TypeWords {
  readonly type: AlertType;
  readonly title: string;
  readonly fields: readonly AlertField[];
  /** Whether it needs the scope of operators. */
  readonly isOperations?: boolean;
}

const ON_VALUES = ['hysteresis', 'ignoreFlagged'] as const;
const OF_ALL = ['name', 'cooldownSeconds', 'endpointIds'] as const;

export const ALERT_TYPES: readonly TypeWords[] = [
  { type: 'ABOVE', title: 'Price above a level', fields: ['index', 'threshold', ...ON_VALUES] },
  { type: 'BELOW', title: 'Price below a level', fields: ['index', 'threshold', ...ON_VALUES] },
  { type: 'MOVED', title: 'Price moves', fields: ['index', 'percent', 'withinSeconds', ...ON_VALUES] },
  {
    type: 'DEVIATION',
    title: 'Two indices differ',
    fields: ['index', 'otherIndex', 'percent', ...ON_VALUES],
  },
  { type: 'FLAG', title: 'Value has a flag', fields: ['index', 'flags'] },
  { type: 'STALE', title: 'No new value', fields: ['index', 'forSeconds'] },
  { type: 'EXCHANGE_DOWN', title: 'Exchange is down', fields: ['exchangeId', 'forSeconds'] },
  { type: 'GAP', title: 'Ticks are missing', fields: [], isOperations: true },
  { type: 'DAMAGE', title: 'Stored data is damaged', fields: [], isOperations: true },
];

/** In the order of the form: lists to choose from are last. */
export function fieldsOf(type: AlertType): readonly AlertField[] {
  const fields = [...(ALERT_TYPES.find((each) => each.type === type)?.fields ?? []), ...OF_ALL];
  return [...fields.filter((field) => !CHECKED.has(field)), ...fields.filter((field) => CHECKED.has(field))];
}

const CHECKED: ReadonlySet<AlertField> = new Set(['ignoreFlagged', 'flags', 'endpointIds']);

interface TextWords {
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

/** Fields that are typed. */
export const TEXTS: Readonly<Partial<Record<AlertField, TextWords>>> = {
  index: { label: 'Index', hint: 'An asset, market or liquid index, such as BTC, BTC_EUR or BLX' },
  otherIndex: { label: 'Other index' },
  threshold: { label: 'Price', hint: 'In USD; for a market in its quote asset' },
  percent: { label: 'By percent' },
  withinSeconds: { label: 'Within', hint: 'Such as 5 min, 1 h or 1 d' },
  forSeconds: { label: 'For', hint: 'Such as 90 s, 5 min or 1 h' },
  hysteresis: {
    label: 'Hysteresis',
    hint: 'How far back it has to go before the alert resolves: price, or percentage points',
    isOptional: true,
  },
  name: { label: 'Name', isOptional: true },
  cooldownSeconds: {
    label: 'Cool-down',
    hint: 'After it has fired, it does not fire again for this long, such as 30 min',
    isOptional: true,
  },
};

const DURATIONS: ReadonlySet<string> = new Set([
  'withinSeconds',
  'forSeconds',
  'cooldownSeconds',
  'heartbeatSeconds',
]);
const LISTS: ReadonlySet<string> = new Set(['flags', 'endpointIds']);

/** A request body, and the members that could not be read. */
export interface ReadForm {
  readonly body: Readonly<Record<string, unknown>>;
  readonly problems: readonly Pick<FieldProblem, 'field' | 'message'>[];
}

/** The members of a form; empty texts are left out. Only durations are checked here, the service checks the rest. */
export function readForm(form: FormData, fields: readonly string[]): ReadForm {
  const body: Record<string, unknown> = {};
  const problems: Pick<FieldProblem, 'field' | 'message'>[] = [];
  for (const field of fields) {
    const text = String(form.get(field) ?? '').trim();
    if (LISTS.has(field)) body[field] = form.getAll(field);
    else if (field === 'ignoreFlagged') body[field] = form.has(field);
    else if (text === '') continue;
    else if (DURATIONS.has(field)) {
      body[field] = durationIn(text);
      if (body[field] === undefined)
        problems.push({ field, message: 'must be a time with its unit, such as 30 s, 5 min, 1 h or 2 d' });
    } else body[field] = text;
  }
  return { body, problems };
}

/** The members of `body` that differ from the alert; `null` for what was emptied. */
export function changesOf(body: ReadForm['body'], alert: Alert): Readonly<Record<string, unknown>> {
  const changes = fieldsOf(alert.type).flatMap((field) => {
    const value = body[field] ?? (field === 'cooldownSeconds' ? 0 : null);
    return comparable(value) === comparable(alert[field] ?? null) ? [] : [[field, value] as const];
  });
  return Object.fromEntries(changes);
}

/** Lists are sets. */
const comparable = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

/** What an input shows of an alert. */
export function fieldText(alert: Alert | undefined, field: AlertField): string {
  const value = alert?.[field];
  return typeof value === 'number' ? durationText(value) : typeof value === 'string' ? value : '';
}
