import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readDurations } from './scripts/test-durations.mjs';
import { startOrder } from './scripts/test-order.mjs';
import { optimisationFlags } from './src/app/process/delay-optimisation.ts';
import { mutantPlugin } from './test/support/mutants.ts';

const ROOT = import.meta.dirname;

/** It measures how late ticks are. */
const CHAOS = ['test/system/chaos/quick-chaos.test.ts'];

/**
 * A third worker that computes would starve these: they are about threads that fill in the past, which give way to all others, or
 * about how soon a process ends or gives up waiting for another one, which is a matter of seconds.
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

/** These wait for slots of the wall clock for minutes, so a third worker runs them beside those that need room. */
const BESIDE_NEED_ROOM = [
  'test/system/clocks/clocks.test.ts',
  'test/system/crash/live-collector-kill.test.ts',
];

/** These replace a module, which must not have been loaded before. */
const MOCKING = ['test/integration/history/history-read-errors.test.ts'];

/** Its checks can be removed while the service runs. */
const MUTATED = ['test/contract/auth/mutants.test.ts'];

/**
 * For two cores: three files that compute, of which each waits for processes, disks and sockets for a part of its time, and one that
 * mostly waits.
 */
const WORKERS = 4;
/** Beside tests that need room. */
const FEWER_WORKERS = 3;

/** Projects that share a group run in this order, each with so many workers. */
const PROJECTS = [
  ['chaos', WORKERS],
  ['unit', WORKERS],
  ['mocking', WORKERS],
  ['mutated', WORKERS],
  ['services', WORKERS],
  ['need room', FEWER_WORKERS],
] as const;

/**
 * As root, that test gives its processes a higher priority than all others, so services may run beside it. Otherwise only unit tests
 * may, which have one thread each.
 */
const BESIDE_CHAOS = process.getuid?.() === 0 ? 0 : 1;

/** These leave a core idle most of the time: they wait for a browser, for slots of the wall clock or for limits of exchanges. */
const WAITING =
  /^test\/(browser\/|system\/|postgres\/(cluster-alerts|leader-without-bus|lost-commits|waiting-ticks)\.|integration\/(past\/seeding|live\/live-outage-service)\.)/;

const DURATIONS = readDurations(ROOT);
const pathOf = ({ moduleId }: TestSpecification) => relative(ROOT, moduleId);

/** Starts files in the order of scripts/test-order.mjs, one project after the other. */
class MeasuredOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return PROJECTS.flatMap(([name, workers]) =>
      startOrder(
        files
          .filter(({ project }) => project.name === name)
          .toSorted((a, b) => pathOf(a).localeCompare(pathOf(b))),
        {
          workers,
          secondsOf: (file) => DURATIONS[pathOf(file)],
          waits: (file) => WAITING.test(pathOf(file)),
        },
      ),
    );
  }
}

/** Globs that scripts/test.mjs leaves out: vitest's --exclude does not reach projects that have an exclude of their own. */
const EXCLUDED = JSON.parse(process.env['TEST_EXCLUDE'] ?? '[]') as string[];

/** A test runs most of its code for a moment only, and many start a whole service. */
const OPTIMISE_LATER = [optimisationFlags(process.versions.node)?.delayed ?? []].flat();

/** Megabytes for new objects. With Node's default of 16, tests that compute take 6 % more CPU time. */
const LARGE_NURSERY = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** The page and the doubles of the service share one SDK, so that errors are of the same classes. */
const SDK_SOURCE = join(ROOT, 'sdk/src/index.ts');

export default defineConfig({
  test: {
    globalSetup: ['test/build.ts'],
    setupFiles: process.env['TEST_CPU'] === undefined ? [] : ['test/support/record-cpu.ts'],
    // What hangs is found minutes later; a busy machine alone fails no test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    exclude: EXCLUDED,
    execArgv: OPTIMISE_LATER,
    sequence: { sequencer: MeasuredOrder },
    // Loading a whole service takes two seconds of a core, so the files of a project share processes: each file closes what it
    // opens. A process ends where the next file belongs to another project, so the projects of a group run one after the other.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'chaos', include: CHAOS, maxWorkers: WORKERS, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        resolve: { alias: [{ find: /^@tidemark\/sdk$/, replacement: SDK_SOURCE }] },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          // Added to those above.
          execArgv: LARGE_NURSERY,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', ...CHAOS, ...NEED_ROOM, ...BESIDE_NEED_ROOM, ...MOCKING, ...MUTATED],
          maxWorkers: WORKERS,
          sequence: { groupOrder: BESIDE_CHAOS },
        },
      },
      {
        extends: true,
        test: {
          name: 'mocking',
          include: MOCKING,
          isolate: true,
          maxWorkers: WORKERS,
          sequence: { groupOrder: BESIDE_CHAOS },
        },
      },
      {
        extends: true,
        plugins: [mutantPlugin()],
        test: {
          name: 'mutated',
          include: MUTATED,
          maxWorkers: WORKERS,
          sequence: { groupOrder: BESIDE_CHAOS },
        },
      },
      {
        extends: true,
        test: {
          name: 'need room',
          include: [...NEED_ROOM, ...BESIDE_NEED_ROOM],
          maxWorkers: FEWER_WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
