import { expect, test } from 'vitest';
import { verdictOf } from '../../../web/src/receipt/verdict.ts';

const of = (...states: ('right' | 'wrong' | 'open')[]) => verdictOf(states.map((state) => ({ state })));

test('a value is verified only where every check holds', () => {
  expect(of('right', 'right', 'right', 'right')).toBe('right');
  expect(of('right', 'right', 'open')).toBe('open');
  expect(of('right', 'right', 'right', 'open')).toBe('open');
  expect(of('open', 'right', 'right', 'right')).toBe('open');
  expect(of()).toBe('open');
});

test('one check that does not hold is enough against it', () => {
  expect(of('right', 'open', 'wrong')).toBe('wrong');
});
