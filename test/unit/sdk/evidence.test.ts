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

  test('prevents the content of a receipt from becoming markup', () => {
    const market = '</script><script>alert(1)</script><b>"';
    const page = evidence({ receipt: { ...receipt!, market } });
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<b>');
    const [, data = ''] = /id="evidence">([^]*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toEqual({ receipt: { ...receipt, market } });
  });

  test.each([
    ['price', '0', '–', undefined],
    ['price', '0.000000', '–', undefined],
    ['price', undefined, '', undefined],
    ['price', '88047.65', '88,047.65', '88047.65'],
    ['price', '0.5', '0.5', undefined],
    ['volumeMedian', '88303.95009812876', '88,303.95', '88303.95009812876'],
    ['rate', '0.00000008', '0.00000008', undefined],
    ['rate', '0.00000008096231149', '0.000000080962311', '0.00000008096231149'],
    ['believedVolume', '1824.39152405', '1,824.39', '1824.39152405'],
    ['believedVolume', '0.000123456', '0.0001235', '0.000123456'],
    ['weight', '0', '0', undefined],
    ['share', '0.022082318967812205', '2.21%', '0.022082318967812205'],
    ['share', '0.0000001', '<0.01%', '0.0000001'],
    ['share', '0', '0.00%', '0'],
    ['residualBps', '1.1519934638926088', '1.15', '1.1519934638926088'],
    ['last', 'no number', 'no number', undefined],
    ['clamped', false, 'false', undefined],
    ['flags', ['THIN', 'CARRIED'], 'THIN, CARRIED', undefined],
  ])('shows of %s %j: %j, and keeps %j', (name, value, text, exact) => {
    const cell = cellOf(name, value);
    expect([cell.text, cell.exact]).toEqual([text, exact]);
  });
});
