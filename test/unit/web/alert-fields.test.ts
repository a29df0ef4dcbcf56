import fc from 'fast-check';
import type { Alert } from '@tidemark/sdk';
import { describe, expect, test } from 'vitest';
import { ALERT_FIELDS, FIELDS_OF_TYPE } from '../../../src/contract/records/alert.ts';
import {
  ALERT_TYPES,
  changesOf,
  fieldsOf,
  fieldText,
  readForm,
} from '../../../web/src/views/alerts/alert-fields.ts';
import { durationIn, durationText } from '../../../web/src/views/alerts/duration.ts';

function formOf(...members: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of members) form.append(name, value);
  return form;
}

const ALERT: Alert = {
  id: '5b0c0c8e-0c1c-4a53-9c0a-3c1a27b8fb6e',
  name: 'high',
  type: 'MOVED',
  index: 'BTC',
  percent: '5',
  withinSeconds: 3600,
  hysteresis: '1',
  ignoreFlagged: true,
  cooldownSeconds: 1800,
  enabled: true,
  endpointIds: ['b', 'a'],
  state: 'OK',
  createdAt: '2026-01-31T12:00:00.000Z',
};

/** What the form of the alert contains when it opens. */
function opened(alert: Alert): [string, string][] {
  const texts = fieldsOf(alert.type).map((field): [string, string] => [field, fieldText(alert, field)]);
  return [
    ...texts.filter(([field]) => field !== 'endpointIds' && field !== 'ignoreFlagged'),
    ...alert.endpointIds.toSorted().map((id): [string, string] => ['endpointIds', id]),
    ...(alert.ignoreFlagged ? [['ignoreFlagged', 'on'] satisfies [string, string]] : []),
  ];
}

test('the form has every type of the contract, each with its members', () => {
  expect(ALERT_TYPES.map(({ type }) => type)).toEqual(Object.keys(FIELDS_OF_TYPE));
  for (const { type, fields } of ALERT_TYPES) {
    const { required, optional } = FIELDS_OF_TYPE[type];
    expect([type, fields.toSorted()]).toEqual([type, [...required, ...optional].toSorted()]);
    for (const field of fieldsOf(type)) expect(ALERT_FIELDS).toHaveProperty(field);
  }
});

describe('a new alert', () => {
  test('has the members that were filled in, with durations in seconds', () => {
    const form = formOf(
      ['index', ' BTC '],
      ['percent', '5'],
      ['withinSeconds', '1h'],
      ['hysteresis', ''],
      ['cooldownSeconds', '30 min'],
      ['endpointIds', 'a'],
      ['endpointIds', 'b'],
      ['threshold', '7'],
    );
    expect(readForm(form, fieldsOf('MOVED'))).toEqual({
      body: {
        index: 'BTC',
        percent: '5',
        withinSeconds: 3600,
        ignoreFlagged: false,
        cooldownSeconds: 1800,
        endpointIds: ['a', 'b'],
      },
      problems: [],
    });
  });

  test.each(['5', 'an hour', '1 h 5', '-1 h', '1.5 h'])('is refused with the duration %s', (text) => {
    const { problems } = readForm(formOf(['withinSeconds', text]), fieldsOf('MOVED'));
    expect(problems).toEqual([
      { field: 'withinSeconds', message: 'must be a time with its unit, such as 30 s, 5 min, 1 h or 2 d' },
    ]);
  });
});

describe('a change', () => {
  const changed = (form: readonly (readonly [string, string])[]) =>
    changesOf(readForm(formOf(...form), fieldsOf(ALERT.type)).body, ALERT);

  test('of nothing is empty, whatever the order of lists', () => {
    expect(changed(opened(ALERT))).toEqual({});
  });

  test('contains what differs, and null for what was emptied', () => {
    const form = new Map(opened({ ...ALERT, endpointIds: [], ignoreFlagged: false }));
    form.set('percent', '7').set('name', '').set('hysteresis', '').set('cooldownSeconds', '');
    expect(changed([...form])).toEqual({
      percent: '7',
      name: null,
      hysteresis: null,
      cooldownSeconds: 0,
      ignoreFlagged: false,
      endpointIds: [],
    });
  });

  test('has no cool-down if there was none', () => {
    const alert = { ...ALERT, cooldownSeconds: 0 };
    expect(changesOf(readForm(formOf(...opened(alert)), fieldsOf(alert.type)).body, alert)).toEqual({});
  });
});

test('a duration is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 * 86_400 }), (seconds) => {
      expect(durationIn(durationText(seconds))).toBe(seconds);
    }),
  );
  expect(durationText(0)).toBe('');
});
