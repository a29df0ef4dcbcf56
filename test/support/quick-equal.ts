import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** `toEqual`, which takes many times longer for large values. */
export function expectEqual(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}
