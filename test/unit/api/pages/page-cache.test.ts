import { expect, test } from 'vitest';
import { PageCache } from '../../../../src/api/pages/page-cache.ts';
import { PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';

/** Size of a page of 100 bytes with a key of one character, and of its entry. */
const PAGE_BYTES = 1125;

const page = (bytes: number, oldestAt = 0) => ({
  prepared: new PreparedAnswer(Buffer.alloc(bytes), 'tag'),
  oldestAt,
});

test('keeps pages up to a number of bytes; the least recently used are evicted first', () => {
  const pages = new PageCache(3 * PAGE_BYTES);
  for (const key of ['a', 'b', 'c']) pages.keep(key, page(100));
  expect(pages.find('a', 0)).toBeDefined();
  pages.keep('d', page(100));
  expect(['a', 'b', 'c', 'd'].map((key) => pages.find(key, 0) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('an entry counts, too: the number of empty pages is limited', () => {
  const pages = new PageCache(10 * 1024);
  for (let i = 0; i < 100; i++) pages.keep(String(i), page(0));
  expect(Array.from({ length: 100 }, (_, i) => pages.find(String(i), 0)).filter(Boolean)).toHaveLength(9);
});

test('a page larger than the cache is not kept, and evicts no other', () => {
  const pages = new PageCache(1.5 * PAGE_BYTES);
  pages.keep('large', page(1000));
  expect(pages.find('large', 0)).toBeUndefined();
  pages.keep('small', page(100));
  expect(pages.find('small', 0)).toBeDefined();
});

test('drops everything if settled values may change after all', () => {
  const pages = new PageCache(2.5 * PAGE_BYTES);
  for (const key of ['a', 'b']) pages.keep(key, page(100));
  pages.clear();
  expect(pages.find('a', 0)).toBeUndefined();
  for (const key of ['c', 'd']) pages.keep(key, page(100));
  expect(['c', 'd'].map((key) => pages.find(key, 0) !== undefined)).toEqual([true, true]);
});

test('drops a page that the window has started to leave, and its bytes', () => {
  const pages = new PageCache(2.5 * PAGE_BYTES);
  pages.keep('a', page(100, 5));
  expect(pages.find('a', 5)).toBeDefined();
  expect(pages.find('a', 6)).toBeUndefined();
  expect(pages.find('a', 0)).toBeUndefined();
  pages.keep('b', page(100));
  pages.keep('c', page(100));
  expect(pages.find('b', 0)).toBeDefined();
});

test('counts a page that is stored again once', () => {
  const pages = new PageCache(2.5 * PAGE_BYTES);
  for (let i = 0; i < 5; i++) pages.keep('a', page(100));
  pages.keep('b', page(100));
  expect(pages.find('a', 0)).toBeDefined();
});

test('knows which of the last pages were requested before', () => {
  const pages = new PageCache(2.5 * PAGE_BYTES);
  expect(pages.isRepeatedRequest('a')).toBe(false);
  expect(pages.isRepeatedRequest('a')).toBe(true);
  for (let i = 0; i < 4096; i++) expect(pages.isRepeatedRequest(`once ${i}`)).toBe(false);
  expect(pages.isRepeatedRequest('a')).toBe(true);
  for (let i = 0; i < 10_000; i++) pages.isRepeatedRequest(`more ${i}`);
  expect(pages.isRepeatedRequest('a')).toBe(false);
});
