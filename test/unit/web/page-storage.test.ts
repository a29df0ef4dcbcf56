import { expect, test } from 'vitest';
import { pageStorage } from '../../../web/src/data/page-storage.ts';

test('where the browser refuses its storage, one that lasts as long as the page takes its place', () => {
  const storage = pageStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(storage.getItem('a')).toBeNull();
  storage.setItem('a', '1');
  expect(storage.getItem('a')).toBe('1');
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});

test('a storage that works is used, and nothing is left in it', () => {
  const items = new Map<string, string>();
  const given = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  expect(pageStorage(() => given)).toBe(given);
  expect(items.size).toBe(0);
});

test('another error is not hidden', () => {
  const broken = () => {
    throw new TypeError('defect');
  };
  expect(() => pageStorage(broken)).toThrow('defect');
});
