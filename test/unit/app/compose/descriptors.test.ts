import { describe, expect, test } from 'vitest';
import { connectionBudget, openFileLimit } from '../../../../src/app/compose/limited-connections.ts';

describe('connections within the limit of open files', () => {
  test('are 20,000 if the limit allows', () => {
    for (const limit of [Infinity, undefined, 1_048_576, 20_384])
      expect(connectionBudget(limit, undefined)).toEqual({ connections: 20_000 });
  });

  test('are what disk and threads leave, without a warning down to a thousand', () => {
    expect(connectionBudget(4096, undefined)).toEqual({ connections: 3712 });
    expect(connectionBudget(1384, undefined)).toEqual({ connections: 1000 });
  });

  test('that are few cause a warning, with the needed limit', () => {
    const { connections, warning } = connectionBudget(1024, undefined);
    expect(connections).toBe(640);
    expect(warning).toContain('the limit of open files is 1024, which allows 640 connections');
    expect(warning).toContain('for 1000 connections raise it to 1384');
  });

  test('that were requested are used if possible, otherwise a warning says what they need', () => {
    expect(connectionBudget(1024, 100)).toEqual({ connections: 100 });
    expect(connectionBudget(1_048_576, 50_000)).toEqual({ connections: 50_000 });
    const { connections, warning } = connectionBudget(4096, 10_000);
    expect([connections, warning]).toEqual([
      3712,
      expect.stringContaining('for 10000 connections raise it to 10384'),
    ]);
  });

  test('that would be almost none are refused', () => {
    expect(connectionBudget(400, undefined).connections).toBe(16);
    expect(() => connectionBudget(399, undefined)).toThrow(/limit of open files is 399.*at least 400/);
    expect(() => connectionBudget(400, undefined, 416)).toThrow(/at least 432/);
  });
});

test('the system reports how many files this process may open', () => {
  expect(openFileLimit()).toBeGreaterThan(0);
});
