import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EncodingNegotiation,
  FormatNegotiation,
  matchesEtag,
} from '../../../../../src/api/http/answers/negotiation.ts';

const choose = (header: string | undefined) => new EncodingNegotiation().choose(header);

describe('Accept-Encoding', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0.9, gzip;q=0.9', 'br'],
    ['gzip;q=1.000, br;q=0.999', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0.000', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, *;q=0.5', 'br'],
    ['br;q=0, gzip;q=0, *', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0.5, *;q=0.1', undefined],
    ['deflate', undefined],
    ['zstd, compress', undefined],
    ['GZIP', 'gzip'],
    ['Br;Q=1', 'br'],
    ['  gzip ;  q=0.8 , br ; q=0.2', 'gzip'],
    ['gzip;q=1;x=y', 'gzip'],
    [',, gzip ,,', 'gzip'],
    ['gzip;q=2', undefined],
    ['gzip;q=-1', undefined],
    ['gzip;q=0.1234', undefined],
    ['gzip;q=high', undefined],
    ['gzipped', undefined],
  ])('%j leads to %j', (header, expected) => {
    expect(choose(header)).toBe(expected);
  });

  test('the answer to a header never depends on the headers before it', () => {
    const header = fc.string({
      unit: fc.constantFrom('gzip', 'br', 'identity', '*', ';q=', '0', '1', '.5', ',', ' '),
    });
    const shared = new EncodingNegotiation();
    fc.assert(
      fc.property(header, (text) => void expect(shared.choose(text)).toBe(choose(text))),
      { numRuns: 2000 },
    );
  });

  test('a client gets only what its header allows', () => {
    const weight = fc.constantFrom('0', '0.3', '0.7', '1');
    fc.assert(
      fc.property(weight, weight, weight, (br, gzip, identity) => {
        const chosen = choose(`br;q=${br}, gzip;q=${gzip}, identity;q=${identity}`);
        const weights = { br: Number(br), gzip: Number(gzip), identity: Number(identity) };
        const best = Math.max(...Object.values(weights));
        if (best > 0) expect(weights[chosen ?? 'identity']).toBe(best);
        else expect(chosen).toBeUndefined();
      }),
    );
  });
});

describe('Accept', () => {
  test.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/csv', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['Text/CSV; charset=utf-8; header=present', 'csv'],
    ['text/csv, */*', 'csv'],
    ['*/*, text/csv', 'csv'],
    ['*/*, text/csv;q=0.5', 'json'],
    ['application/*, text/csv;q=0.5', 'json'],
    ['text/csv, application/json', 'csv'],
    ['application/json, text/csv', 'json'],
    ['application/json;q=0.9, text/csv', 'csv'],
    ['text/csv;q=0.1, application/x-ndjson;q=0.2', 'ndjson'],
    ['text/html, text/csv;q=0.5', 'csv'],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=7', 'json'],
    ['text/*', 'json'],
    ['application/ndjson', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ])('%j leads to %j', (header, expected) => {
    const shared = new FormatNegotiation();
    expect([shared.choose(header), shared.choose(header)]).toEqual([expected, expected]);
  });
});

describe('If-None-Match', () => {
  test.each([['"tag"'], ['W/"tag"'], ['*'], [' * '], ['"other", "tag"'], ['"other",W/"tag"'], ['  "tag"  ']])(
    '%s matches',
    (header) => {
      expect(matchesEtag(header, '"tag"')).toBe(true);
    },
  );

  test.each([
    [undefined],
    [''],
    ['tag'],
    ['"tag'],
    ['"TAG"'],
    ['"tag-gzip"'],
    ['"other", "another"'],
    ['W/tag'],
  ])('%s does not', (header) => {
    expect(matchesEtag(header, '"tag"')).toBe(false);
  });
});
