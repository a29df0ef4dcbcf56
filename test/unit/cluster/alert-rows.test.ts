import { expect, test } from 'vitest';
import type { AlertCondition } from '../../../src/alerts/rules/alert-rule.ts';
import { changeOf } from '../../../src/cluster/postgres/alerts/alert-rows.ts';
import { above, alertRule, BLX, BTC, KRAKEN } from '../../support/alert-rules.ts';

const changeOfRule = (condition: unknown) =>
  changeOf({ kind: 'rule', id: 'rule-1', body: alertRule(condition as AlertCondition) });

test.each<[AlertCondition]>([
  [above('100')],
  [{ type: 'DEVIATION', index: BTC, otherIndex: BLX, percent: '1' }],
  [{ type: 'EXCHANGE_DOWN', exchangeId: KRAKEN, forSeconds: 60 }],
  [{ type: 'GAP' }],
])('a rule with the condition %j is read', (condition) => {
  expect(changeOfRule(condition)).toEqual({ put: 'rule', rule: alertRule(condition) });
});

test.each([
  [null],
  [{ type: 'SIDEWAYS' }],
  [{ type: 'ABOVE', threshold: '1' }],
  [{ type: 'ABOVE', index: null, threshold: '1' }],
  [{ type: 'ABOVE', index: { indexId: 1, indexType: 'GWA' }, threshold: '1' }],
  [{ type: 'DEVIATION', index: BTC, percent: '1' }],
  [{ type: 'GAP', otherIndex: 'BTC' }],
])('a rule that a stolen node has written with the condition %j is passed over', (condition) => {
  expect(changeOfRule(condition)).toBeUndefined();
});
