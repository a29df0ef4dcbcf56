import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { HeadLog } from '../../../../src/app/pipeline/integrity/head-log.ts';
import { HEAD_FILE } from '../../../../src/app/pipeline/integrity/head-lines.ts';
import { quarantineOf } from '../../../../src/app/directory/quarantine-of.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import { PUBLISHED_FILE, PublishedHeads } from '../../../../src/cluster/roles/published-heads.ts';
import type { SignedHead } from '../../../../src/core/integrity-head.ts';
import { DAY_MS } from '../../../../src/core/time.ts';
import { join } from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import type { MarketTopics } from '../../../../src/latest/market/market-topics.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const MIDNIGHT = Date.parse('2026-11-17T00:00:00Z');
const newFolder = temporaryFolders();
const head = (day: number, recordHash: string): SignedHead => ({
  slot: MIDNIGHT + day * DAY_MS,
  recordHash: recordHash.repeat(32),
  keyId: 'key',
  signature: 'c2lnbmF0dXJl',
});

const NOW = MIDNIGHT + 30 * DAY_MS;

function open(
  folder: string,
  bus = new InProcessBus<Pick<MarketTopics, 'head'>>(),
  { service = 'tidemark-1', now = NOW } = {},
): PublishedHeads {
  const log = pino({ level: 'silent' });
  return new PublishedHeads({ folder, service, bus, clock: { now: () => now }, log });
}

async function keepIn(folder: string, ...kept: SignedHead[]): Promise<void> {
  const log = await HeadLog.open({ folder, quarantine: quarantineOf(folder) });
  for (const each of kept) await log.append(each);
  await log.close();
}

test('heads are known from the bus, from the copy of the log, and from copies that were set aside', async () => {
  const folder = newFolder();
  await keepIn(folder, head(0, 'aa'), head(1, 'bb'));
  quarantineOf(folder).keepLink(join(folder, HEAD_FILE), 'the store has fewer');
  rmSync(join(folder, HEAD_FILE));
  await keepIn(folder, head(0, 'aa'));
  const bus = new InProcessBus<Pick<MarketTopics, 'head'>>();
  const heads = open(folder, bus);
  await bus.publish('head', head(2, 'cc'));
  await bus.publish('head', head(2, 'dd'));
  heads.add(head(3, 'ee'));
  expect([...heads.all()]).toEqual([
    [MIDNIGHT, 'aa'.repeat(32)],
    [MIDNIGHT + DAY_MS, 'bb'.repeat(32)],
    [MIDNIGHT + 2 * DAY_MS, 'cc'.repeat(32)],
    [MIDNIGHT + 3 * DAY_MS, 'ee'.repeat(32)],
  ]);
  expect(heads.after(MIDNIGHT + DAY_MS)).toEqual([head(2, 'cc'), head(3, 'ee')]);
  heads.close();
});

test('the newest 120 are kept, whatever the order of arrival', () => {
  const heads = open(newFolder());
  heads.add(...Array.from({ length: 120 }, (_, i) => head(i + 2, 'aa')).toReversed(), head(1, 'bb'));
  heads.add(head(0, 'cc'));
  expect(heads.after(-Infinity).map(({ slot }) => slot)[0]).toBe(MIDNIGHT + 2 * DAY_MS);
  expect(heads.all().size).toBe(120);
  heads.close();
});

describe('heads of the last hour', () => {
  const after = (folder: string, options: Parameters<typeof open>[2]) => {
    const heads = open(folder, undefined, options);
    const all = [...heads.all()];
    heads.close();
    return all;
  };

  test('are known after a restart to the service that published them', () => {
    const folder = newFolder();
    const heads = open(folder);
    for (const each of [head(1, 'aa'), head(3, 'cc'), head(2, 'bb')]) heads.add(each);
    heads.close();
    expect(after(folder, {})).toEqual([
      [MIDNIGHT + DAY_MS, 'aa'.repeat(32)],
      [MIDNIGHT + 2 * DAY_MS, 'bb'.repeat(32)],
      [MIDNIGHT + 3 * DAY_MS, 'cc'.repeat(32)],
    ]);
    expect(after(folder, { service: 'tidemark-2' })).toEqual([]);
  });

  test('are not used if they are in the future: nothing would be published until then', () => {
    const folder = newFolder();
    const heads = open(folder);
    heads.add(head(1, 'aa'), head(3, 'cc'));
    heads.close();
    expect(after(folder, { now: MIDNIGHT + DAY_MS })).toEqual([[MIDNIGHT + DAY_MS, 'aa'.repeat(32)]]);
  });

  test('are not known from a damaged file, which is written again with the next head', () => {
    const folder = newFolder();
    writeFileSync(join(folder, PUBLISHED_FILE), '{"format":1,"service":"tidemark-1"}');
    expect(after(folder, {})).toEqual([]);
    const heads = open(folder);
    heads.add(head(3, 'cc'));
    heads.close();
    expect(after(folder, {})).toHaveLength(1);
  });

  test('stay in memory if the disk refuses them', () => {
    const folder = newFolder();
    const heads = open(folder);
    rmSync(folder, { recursive: true });
    heads.add(head(3, 'cc'));
    expect([...heads.all()]).toHaveLength(1);
    heads.close();
  });
});
