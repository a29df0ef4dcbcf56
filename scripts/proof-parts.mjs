// What `npm run proof` runs, in this order. Each part is a program of its own that ends with 0 if nothing failed.

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} what
 * @property {readonly string[]} command  for Node
 * @property {number} [seeds]  the part runs seeds from 0 on, in pieces, and resumes at the next one
 */

const SIMULATE = 'dist/test/system/simulation/simulate.js';
const CRASH = 'dist/test/system/crash/crash.js';

/** Only the fuzzes that are named. @param {Readonly<Record<string, string>>} counts @returns {string[]} */
function fuzz(counts) {
  const none = {
    requests: '0',
    messages: '0',
    connections: '0',
    files: '0',
    storage: '0',
    verify: '0',
    samples: '0',
  };
  return [
    'scripts/fuzz.mjs',
    ...Object.entries({ ...none, ...counts }).flatMap(([name, n]) => [`--${name}`, n]),
  ];
}

/** Wrong implementations by world: `npm test` shows that each is found. */
export const PLANTS = [
  ['store', 'fence'],
  ['store', 'order of fsyncs'],
  ['store', 'resume cursor'],
  ['store', 'chain link'],
  ['cluster', 'fence'],
  ['cluster', 'lease expiry'],
  ['cluster', 'state hand-over'],
];

/** @type {readonly Part[]} */
export const PARTS = [
  {
    name: 'simulation',
    what: 'store, publisher, subscriptions and recovery on a simulated disk, network and clock',
    command: [SIMULATE, '--world', 'store'],
    seeds: 10_000,
  },
  {
    name: 'leases',
    what: 'leases, leadership and hand-over of compute nodes behind a simulated network',
    command: [SIMULATE, '--world', 'cluster'],
    seeds: 10_000,
  },
  {
    name: 'kills',
    what: '1,000 kills of a writer',
    command: [CRASH, '--kills', '1000', '--power-cuts', '0'],
  },
  {
    name: 'power-cuts',
    what: '300 power cuts on a file system of its own',
    command: [CRASH, '--kills', '0', '--power-cuts', '300'],
  },
  { name: 'damage', what: '2,000 damaged stores', command: fuzz({ storage: '2000' }) },
  {
    name: 'verify',
    what: '1,000 faults that verify must name, and all forgeries and seams',
    command: fuzz({ verify: '1000', samples: '1' }),
  },
  {
    name: 'fuzz',
    what: '1,000,000 requests, 1,000,000 messages, 100,000 raw connections, and 100,000 files of each kind',
    command: fuzz({ requests: '1000000', messages: '1000000', connections: '100000', files: '100000' }),
  },
  { name: 'clocks', what: 'the clock of a service is set', command: ['dist/test/system/clocks/clocks.js'] },
  { name: 'chaos', what: 'a cluster under faults', command: ['dist/test/system/chaos/chaos.js'] },
  {
    name: 'weekend',
    what: '60 hours of market time within a disk budget',
    command: ['dist/test/system/weekend/weekend.js'],
  },
  {
    name: 'soak',
    what: 'a day of 80 exchanges with faults',
    command: ['--expose-gc', 'dist/test/system/soak/soak-live.js'],
  },
  {
    name: 'market-week',
    what: 'a week of live exchanges with clients and an auditor',
    command: ['--max-semi-space-size=32', 'dist/test/system/market-week/market-week.js'],
  },
];
