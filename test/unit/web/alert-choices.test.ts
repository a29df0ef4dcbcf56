import { expect, test } from 'vitest';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { FLAGS as FLAGS_OF_VALUES } from '../../../src/core/index-value.ts';
import { FLAGS, LIQUID } from '../../../web/src/views/alerts/alert-choices.ts';

test('the form of alerts offers every flag and every liquid index', () => {
  expect(FLAGS.toSorted()).toEqual([...FLAGS_OF_VALUES].toSorted());
  expect(LIQUID).toEqual(Object.keys(LX_INDICES));
});
