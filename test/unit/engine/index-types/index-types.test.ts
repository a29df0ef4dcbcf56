import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CANDLE_SCOPES, TICKER_SCOPES } from '../../../../src/contract/scopes.ts';
import { INDEX_TYPES, indexTypeAt, type IndexType } from '../../../../src/core/index-value.ts';
import type { IndexTypeDescriptor } from '../../../../src/engine/index-types/descriptor.ts';
import { DESCRIPTORS, hasTickVolume } from '../../../../src/engine/index-types/index-types.ts';
import { priceRounding } from '../../../../src/engine/index-types/price-rounding.ts';
import { LX_LAYOUT, TICK_LAYOUT } from '../../../../src/history/block/layout.ts';
import { unpackSeries } from '../../../../src/history/tiers/series-bytes.ts';
import { layoutOf, layoutOfPacked } from '../../../../src/history/tiers/series-layout.ts';
import { dayId, tickId } from '../../../../src/latest/indices/series-record-id.ts';

const ENGINE = fileURLToPath(new URL('../../../../src/engine', import.meta.url));
const ALL: readonly IndexTypeDescriptor[] = INDEX_TYPES.map((type) => DESCRIPTORS[type]);

test('each type has a descriptor with its name', () => {
  expect(Object.keys(DESCRIPTORS)).toEqual([...INDEX_TYPES]);
  expect(ALL.map(({ name }) => name)).toEqual([...INDEX_TYPES]);
});

test('types that share a kind of record have their type in the hash', () => {
  const kinds = ALL.flatMap(({ records }) => (records.isTypeInHash ? [] : [records.tick, records.day]));
  expect(new Set(kinds).size).toBe(kinds.length);
});

test('ids, scopes, layouts and rounding of 1.0.0 are unchanged', () => {
  const indexId = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
  const at = Date.UTC(2026, 0, 31, 12, 0, 30);
  const ids = INDEX_TYPES.map((indexType) => [
    tickId({ indexType, indexId }, at),
    dayId({ indexType, indexId }, at),
  ]);
  expect(ids).toEqual([
    ['19c13ed1-3302-4c99-b3f8-7ecd1b3e1aa4', '19c13ed1-3305-4c99-b3f8-7ecd1b3e1aa4'],
    ['19c13ed1-3303-4c99-b3f8-7ecd1b3e1aa4', '19c13ed1-3306-4c99-b3f8-7ecd1b3e1aa4'],
    ['19c13ed1-3304-4c99-b3f8-7ecd1b3e1aa4', '19c13ed1-3307-4c99-b3f8-7ecd1b3e1aa4'],
  ]);
  expect(TICKER_SCOPES).toEqual({ MWA: 'read:index-ticker', GWA: 'read:index-ticker', LX: 'read:LX' });
  expect(CANDLE_SCOPES).toEqual({ MWA: 'read:ohlcv', GWA: 'read:ohlcv', LX: 'read:LX' });
  expect(INDEX_TYPES.map(layoutOf)).toEqual([TICK_LAYOUT, TICK_LAYOUT, LX_LAYOUT]);
  expect(INDEX_TYPES.map(hasTickVolume)).toEqual([false, false, true]);
  expect(INDEX_TYPES.map((type: IndexType) => priceRounding(type)(1234.567891234))).toEqual([
    1234.5679, 1234.5679, 1234.56789123,
  ]);
});

test('a number without a type is refused and does not mean the first type', () => {
  const bytes = new Uint8Array(17).fill(INDEX_TYPES.length);
  const message = `no index type has the number ${INDEX_TYPES.length}`;
  expect(() => indexTypeAt(INDEX_TYPES.length)).toThrow(message);
  expect(() => unpackSeries(bytes, 0)).toThrow(message);
  expect(() => layoutOfPacked(bytes)).toThrow(message);
});

test('no rule imports descriptors, so that the hash of the rules can exclude them', () => {
  const noRules = /^(index-types|record|receipt|quality)\//;
  const importers = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !noRules.test(name))
    .filter((name) => readFileSync(join(ENGINE, name), 'utf8').includes('/index-types/'));
  expect(importers).toEqual([]);
});
