import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  addLostTicks,
  lostSlots,
  readLostTicks,
} from '../../../../../src/app/directory/health/lost-ticks.ts';
import { StorageHealth } from '../../../../../src/app/directory/health/storage-health.ts';
import { SLOT_MS } from '../../../../../src/core/time.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const lost = (slot: number) => ({ from: slot * SLOT_MS, to: (slot + 2) * SLOT_MS, foundAt: 7 });

test('lost ticks are remembered, with their number', () => {
  const folder = newFolder();
  expect(readLostTicks(folder)).toEqual([]);
  addLostTicks(folder, lost(5));
  addLostTicks(folder, lost(100));
  expect(readLostTicks(folder)).toEqual([lost(5), lost(100)]);
  expect(lostSlots(readLostTicks(folder))).toBe(6);
  expect(new StorageHealth(folder, pino({ level: 'silent' })).lostTicks).toBe(6);
  writeFileSync(join(folder, 'lost-ticks.json'), '{"lost":7}');
  expect(readLostTicks(folder)).toEqual([]);
});

test('a loss that cannot be stored is still reported', () => {
  const folder = newFolder();
  const lines: string[] = [];
  const health = new StorageHealth(folder, pino({}, { write: (line: string) => lines.push(line) }));
  mkdirSync(join(folder, 'lost-ticks.json.tmp'));
  mkdirSync(join(folder, 'lost-ticks.json'));
  health.recordLostTicks(lost(5));
  expect(health.lostTicks).toBe(3);
  expect(lines.join('')).toContain('could not be recorded: they are not reported');
});
