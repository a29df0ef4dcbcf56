import { expect, test } from 'vitest';
import { OperatorError } from '../../../src/core/errors.ts';

test('an operator error is a distinguishable Error', () => {
  const error = new OperatorError('choose another port');
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message]).toEqual(['OperatorError', 'choose another port']);
});
