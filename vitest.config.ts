import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { optimisingOf } from './src/app/process/optimise-later.ts';

/** What takes longest comes first, so that no worker is left alone with it at the end. */
const FOLDERS = ['test/integration', 'test/postgres', 'test/golden', 'test/nats', 'test/contract'];

/**
 * These leave a core alone for most of their time: they wait for slots of the wall clock, for a browser that paints, for a disk,
 * a network or answers at a limited rate. The longest first.
 */
const WAITING = [
  'test/postgres/older-databases.test.ts',
  'test/integration/history/disk-budget.test.ts',
  'test/system/crash/live-kills.test.ts',
  'test/browser/page-receipt.test.ts',
  'test/browser/page.test.ts',
  'test/system/crash/live-collector-kill.test.ts',
  'test/system/clocks/clocks.test.ts',
  'test/browser/page-views.test.ts',
  'test/integration/process/packed-install.test.ts',
  'test/browser/page-try-it.test.ts',
  'test/integration/past/seeding.test.ts',
  'test/integration/history/history-faults.test.ts',
  'test/browser/page-derivatives.test.ts',
  'test/browser/page-chart.test.ts',
  'test/integration/history/storage-fuzz.test.ts',
  'test/browser/page-refusals.test.ts',
  'test/integration/live/live-trade-service.test.ts',
  'test/browser/page-access.test.ts',
  'test/integration/live/live-derivatives.test.ts',
  'test/integration/live/exchange-proxy.test.ts',
  'test/integration/live/live-supplies.test.ts',
  'test/browser/docs.test.ts',
  'test/browser/evidence.test.ts',
  'test/integration/live/live-service.test.ts',
];
const BROWSER = 'test/browser/';

/** Those that compute for half a minute or more: the others fill the time at the end. */
const LONG = [
  'test/integration/live/live-faults.test.ts',
  'test/system/weekend/weekend.test.ts',
  'test/integration/clients/snippets.test.ts',
  'test/postgres/move.test.ts',
  'test/contract/ports/embedded-history-store.test.ts',
  'test/integration/history/backup.test.ts',
  'test/integration/process/restart.test.ts',
  'test/integration/history/storage-damage.test.ts',
  'test/system/crash/service-kill-tools.test.ts',
  'test/system/crash/history-crash.test.ts',
  'test/contract/rest/rest-fuzz.test.ts',
  'test/integration/receipts/recorded-inputs.test.ts',
  'test/integration/history/export.test.ts',
  'test/contract/auth/token-classes.test.ts',
  'test/integration/history/older-directories.test.ts',
];
const LONG_UNITS = [
  'test/unit/app/pipeline/past/on-demand-past.test.ts',
  'test/unit/simulator/past/series-model.test.ts',
  'test/unit/sdk/verify/verify-receipt.test.ts',
  'test/unit/simulator/past/seam-calendar.test.ts',
];

/**
 * A third worker would starve these: they are about threads that fill in the past, which give way to all others, or about how soon
 * a process ends or gives up waiting for another one, which is a matter of seconds.
 */
const NEED_ROOM = [
  'test/integration/past/filled-in-past.test.ts',
  'test/integration/past/backfill.test.ts',
  'test/integration/process/process.test.ts',
  'test/integration/past/backfill-service.test.ts',
  'test/integration/cli/administration.test.ts',
  'test/integration/history/full-disk-backfill.test.ts',
  'test/integration/process/hang-up.test.ts',
];

const CHAOS = ['test/system/chaos/quick-chaos.test.ts', 'test/system/chaos/cluster-proofs.test.ts'];

/** These put something else in the place of a module, which must not have been loaded. */
const MOCKING = ['test/integration/history/history-read-errors.test.ts'];

const SDK_SOURCE = join(import.meta.dirname, 'sdk/src/index.ts');

const pathOf = ({ moduleId }: TestSpecification) => relative(import.meta.dirname, moduleId);

/** Spread evenly over those that compute, so that few wait at the same time. */
function spread(
  waiting: readonly TestSpecification[],
  computing: readonly TestSpecification[],
): TestSpecification[] {
  const every = Math.ceil(computing.length / Math.max(1, waiting.length));
  const after = waiting.slice(Math.ceil(computing.length / every));
  return computing
    .flatMap((file, i) => (i % every === 0 ? [...waiting.slice(i / every, i / every + 1), file] : [file]))
    .concat(after);
}

/** In the order of the names given, then those that have none. */
function inOrder(order: readonly string[], files: readonly TestSpecification[]): TestSpecification[] {
  const place = (file: TestSpecification) => order.indexOf(pathOf(file)) + 1 || order.length + 1;
  return files.toSorted((a, b) => place(a) - place(b));
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const at = FOLDERS.findIndex((folder) => pathOf(file).startsWith(folder));
      return at === -1 ? FOLDERS.length : at;
    };
    const of = (name: string) => files.filter(({ project }) => project.name === name);
    const isWaiting = (file: TestSpecification) =>
      WAITING.includes(pathOf(file)) || pathOf(file).startsWith(BROWSER);
    const computing = (await super.sort(of('services').filter((file) => !isWaiting(file)))).toSorted(
      (a, b) => rank(a) - rank(b),
    );
    return [
      ...of('chaos'),
      ...inOrder(LONG_UNITS, await super.sort(of('unit'))),
      ...of('mocking'),
      ...spread(inOrder(WAITING, of('services').filter(isWaiting)), inOrder(LONG, computing)),
      ...inOrder(NEED_ROOM, of('need room')),
    ];
  }
}

/** Each waits for processes, disks and sockets for a part of its time: two of them leave a core idle at times. */
const THREE = 3;

export default defineConfig({
  test: {
    globalSetup: ['test/build.ts'],
    // What hangs is found a minute later; a machine that does much else fails nothing by it.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // A test, too, runs most of its code for a moment only, and many start a whole service.
    execArgv: [optimisingOf(process.versions.node)?.later ?? []].flat(),
    sequence: { sequencer: LongestFirst },
    // To load a whole service takes two seconds of a core, so the files of a project share processes: each closes what it has opened. A
    // process is given up where the next file is of another project, so projects follow one another.
    isolate: false,
    projects: [
      {
        extends: true,
        // It waits for slots of the wall clock for most of three minutes. It judges how late ticks are: beside it run unit tests only, one thread each.
        test: {
          name: 'chaos',
          include: CHAOS,
          maxWorkers: THREE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // The page and the doubles of the service share one SDK, so that errors are of the same classes.
        resolve: { alias: [{ find: /^@tidemark\/sdk$/, replacement: SDK_SOURCE }] },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          maxWorkers: THREE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', ...CHAOS, ...NEED_ROOM, ...MOCKING],
          maxWorkers: THREE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'mocking',
          include: MOCKING,
          isolate: true,
          maxWorkers: THREE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'need room', include: NEED_ROOM, maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
