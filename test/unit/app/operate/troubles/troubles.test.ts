import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TROUBLES_PAGE } from '../../../../../src/app/operate/troubles/find-trouble.ts';
import { TROUBLE_AREAS, troubleFinder } from '../../../../../src/app/operate/troubles/troubles.ts';
import { troublesPage } from '../../../../../src/app/operate/troubles/troubles-page.ts';
import { METRICS } from '../../../../support/metric-table.ts';

const all = TROUBLE_AREAS.flatMap(({ troubles }) => troubles);
const finder = troubleFinder();

test('each entry has a unique slug, a message, a cause and a remedy', () => {
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
  for (const { slug, messages, cause, remedy } of all) {
    expect(slug).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(messages.length, slug).toBeGreaterThan(0);
    expect([slug, cause, remedy]).toEqual([
      slug,
      expect.stringMatching(/^\S.*\.$/),
      expect.stringMatching(/^\S.*\.$/),
    ]);
  }
});

test('no message is in two entries, and each has enough constant text to be distinguished', () => {
  const messages = all.flatMap((trouble) => trouble.messages);
  expect(new Set(messages).size).toBe(messages.length);
  const constant = (message: string) => message.replaceAll(/\{\w+\}/g, '').trim();
  expect(messages.filter((message) => constant(message).length < 10)).toEqual([]);
});

test('a text is matched completely, with its variable parts, and the most exact message wins', () => {
  expect(finder.helpFor('the clock was set back')).toBe('docs/run/troubleshooting.md#clock-set');
  expect(finder.helpFor('3 exchanges fail')).toBe('docs/run/troubleshooting.md#exchange-fails');
  expect(finder.find('/data/x.json cannot be read: EACCES')?.slug).toBe('file-unreadable');
  expect(finder.find('the exchange kraken cannot be read: no module')?.slug).toBe('exchange-unusable');
  expect(finder.find('owners or permissions in /data are not safe:\n  a\n  b')?.slug).toBe(
    'unsafe-permissions',
  );
  expect(finder.helpFor('the clock was set back again')).toBeUndefined();
  expect(finder.helpFor('')).toBeUndefined();
});

test('entries name metrics that exist', () => {
  const named = all.flatMap(({ cause, remedy }) => `${cause} ${remedy}`.match(/\btidemark_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in METRICS))).toEqual([]);
});

test('the page matches the table: run `npm run docs`', () => {
  // The formatter pads tables.
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---'))
      .filter((line) => line !== '');
  expect(lines(readFileSync(TROUBLES_PAGE, 'utf8'))).toEqual(lines(troublesPage(TROUBLE_AREAS)));
});
