import { expect, test } from 'vitest';
import { gapsText } from '../../../../src/cli/commands/verify.ts';

test.each([
  [0, '0 lines, anchored'],
  [1, '1 line, anchored'],
  [2, '2 lines, anchored'],
])('of %i gaps: %s', (lines, text) => {
  expect(gapsText({ lines, anchor: 'anchored' })).toBe(text);
});
