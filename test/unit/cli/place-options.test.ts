import { expect, test } from 'vitest';
import { placeOptions } from '../../../src/cli/place-options.ts';

const store = { module: 'file:///store.js', address: 'postgres://tidemark:secret@db.example.com/tidemark' };
const clusterCredentials = { folder: '/root/my cluster/operator', store, bus: store };

test.each([
  ['a directory', { data: '/srv/operator' }, ' --data /srv/operator'],
  [
    'credentials',
    { data: '/srv/operator', store, clusterCredentials },
    " --cluster-credentials '/root/my cluster/operator' --data /srv/operator",
  ],
  ['a store, without its password', { data: '/srv/operator', store }, ' --store URL --data /srv/operator'],
])('a recommended command names %s like the given one', (_what, settings, options) => {
  expect(placeOptions(settings)).toBe(options);
});
