import { expect, test } from 'vitest';
import { VIEWS as IN_DOCS } from '../../../src/api/site/docs-layout.ts';
import { VIEWS } from '../../../web/src/views.ts';

test('the header of the documentation names the views that the header of the page names', () => {
  const inHeader = VIEWS.filter(({ isInHeader }) => isInHeader).map(({ path, title }) => [path, title]);
  expect(IN_DOCS).toEqual(inHeader);
});
