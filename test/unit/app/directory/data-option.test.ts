import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { dataOption } from '../../../../src/app/directory/data-option.ts';

test.each([
  ['./data', ''],
  [resolve('data'), ''],
  ['/srv/tidemark', ' --data /srv/tidemark'],
  ['/srv/our data', " --data '/srv/our data'"],
  ["/srv/it's", String.raw` --data '/srv/it'\''s'`],
])('a command about %s is given %j', (folder, option) => {
  expect(dataOption(folder)).toBe(option);
});
