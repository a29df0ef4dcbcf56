import { expect, test } from 'vitest';
import {
  flagMeanings,
  flagsAmong,
  flagTitles,
  flagWords,
  isWarned,
  type Flag,
} from '../../../web/src/format/flags.ts';
import { FLAGS } from '../../../src/core/index-value.ts';

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

test('every flag has one sentence for every type of index', () => {
  for (const flag of FLAGS)
    for (const type of ['MWA', 'GWA', 'LX'] as const)
      expect(flagWords(flag, type).meaning).toMatch(/^[A-Z][^.]*(?:\d\.\d[^.]*)?\.$/);
});

test('the sentence is about the type of the index', () => {
  expect(flagWords('THIN', 'MWA').meaning).toContain('0.4 %');
  expect(flagWords('THIN', 'GWA').meaning).toContain('more than 1 %');
  expect(flagWords('CARRIED', 'LX').meaning).toContain('constituents');
  expect(flagWords('CARRIED').meaning).toContain('last value is repeated');
});

test('the key of a table has each flag once', () => {
  expect(flagsAmong([['THIN'], [], ['CARRIED', 'THIN'], ['SPLIT']])).toEqual(['SPLIT', 'THIN', 'CARRIED']);
});
