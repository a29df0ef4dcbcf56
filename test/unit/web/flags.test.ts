import { expect, test } from 'vitest';
import { flagMeanings, flagTitles, flagWords, isWarned, type Flag } from '../../../web/src/format/flags.ts';

test('a flag of a newer service is named, and is a warning', () => {
  const unknown = ['THIN', 'NEW_DOUBT'] as unknown as Flag[];
  expect(flagTitles(unknown)).toBe('thin, new doubt');
  expect(isWarned(unknown)).toBe(true);
  expect(flagMeanings(unknown)).toContain('new doubt');
  expect(flagWords('constructor').title).toBe('constructor');
});

test('a flag that is known has its own words', () => {
  expect(isWarned(['THIN'])).toBe(false);
  expect(isWarned(['CARRIED'])).toBe(true);
});
