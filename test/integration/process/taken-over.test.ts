import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedHistory } from '../../../src/app/directory/backends.ts';
import { DAY_MS, type Millis } from '../../../src/core/time.ts';
import { FileInputReader } from '../../../src/history/inputs/file-input-reader.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();

test('a service whose history another process has taken over exits with 1, says why, and writes nothing more', async () => {
  const folder = tidemark.newFolder();
  const service = await tidemark.serve([
    '--data',
    folder,
    '--start',
    '2026-03-01T12:00:05Z',
    '--speed',
    '100',
  ]);
  const newer = await embeddedHistory(folder).openWriter({
    windowMs: 200 * DAY_MS,
    onDamage: (damage) => expect(damage).toBeUndefined(),
    onBackgroundFailure: (error) => expect(error).toBeUndefined(),
  });
  try {
    const { code, stderr } = await service.ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^tidemark: another process has taken over the history: /m),
    ]);
    const refused = slotOf('another process has taken over the history', stderr);
    // The inputs of the refused tick were recorded before its append, and no later ones.
    const recorded: Millis[] = [];
    for await (const { at } of new FileInputReader(join(folder, 'inputs')).between(0, Infinity))
      recorded.push(at);
    const [published, tried] = recorded.slice(-2);
    expect(tried).toBe(refused);
    // Published ticks are there; the refused tick may be, if it was just being written.
    expect([published, tried]).toContain((await newer.lastTick())?.at);
    expect(readFileSync(join(folder, 'audit.log'), 'utf8')).toContain('service.stop');
  } finally {
    await newer.close();
  }
});

/** The slot that the line of the log with this message names. */
function slotOf(message: string, log: string): Millis | undefined {
  const line = log.split('\n').find((one) => one.startsWith('{') && one.includes(`"msg":"${message}`));
  const { slot } = JSON.parse(line ?? '{}') as { readonly slot?: string };
  return slot === undefined ? undefined : Date.parse(slot);
}
