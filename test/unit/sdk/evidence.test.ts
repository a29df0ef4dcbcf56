import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { evidence } from '../../../sdk/src/evidence/index.ts';
import { cellOf } from '../../../sdk/src/evidence/page-cells.ts';
import { IN_VERSION_2, quietWorld, receiptsOf } from '../../support/receipt-worlds.ts';

const [receipt] = receiptsOf(quietWorld(IN_VERSION_2, 1), 1000);

describe('evidence', () => {
  test('allows its own script and style by their hashes, and nothing else', () => {
    const page = evidence({ receipt: receipt! });
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const [, script = ''] = /<script type="module">([^]*?)<\/script>/.exec(page) ?? [];
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test('keeps what a receipt says from becoming part of the page', () => {
    const market = '</script><script>alert(1)</script><b>"';
    const page = evidence({ receipt: { ...receipt!, market } });
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<b>');
    const [, data = ''] = /id="evidence">([^]*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toEqual({ receipt: { ...receipt, market } });
  });

  test.each([
    ['price', '0', '–'],
    ['price', '0.000000', '–'],
    ['price', undefined, ''],
    ['price', '88047.65', '88047.65'],
    ['weight', '0', '0'],
    ['clamped', false, 'false'],
    ['flags', ['THIN', 'CARRIED'], 'THIN, CARRIED'],
  ])('shows of %s %j: %j', (name, value, shown) => {
    expect(cellOf(name, value)).toBe(shown);
  });
});
