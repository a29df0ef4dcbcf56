import { expect, test } from 'vitest';
import { shippedTable } from '../../../src/disk/shipped-table.ts';
import { DERIVATIVES } from '../../../src/sources/live/settings/derivatives-profiles.ts';
import { parseTable } from '../../../src/simulator/table.ts';
import {
  DERIVATIVE_EXCHANGES,
  derivativeExchanges,
} from '../../../web/src/views/derivatives/derivative-exchanges.ts';

test('the page asks for contracts at every exchange of which the service may have some, and at no other', () => {
  const products = shippedTable('../../../src/simulator/data/derivative-products.txt', import.meta.url);
  const simulated = parseTable(products, ['exchange']).map(({ exchange }) => exchange);
  const live = Object.values(DERIVATIVES).map(({ name }) => name);
  expect([...DERIVATIVE_EXCHANGES].sort()).toEqual([...new Set([...simulated, ...live])].sort());
});

test('an exchange keeps its colour where others are missing', () => {
  const known = ['OKX', 'Gemini', 'Deribit'].map((name) => ({ id: `id of ${name}`, name }));
  expect(derivativeExchanges(known as never)).toEqual([
    { id: 'id of Deribit', name: 'Deribit', colour: 3 },
    { id: 'id of OKX', name: 'OKX', colour: 6 },
  ]);
});
