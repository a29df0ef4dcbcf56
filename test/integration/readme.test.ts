import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { Tidemark } from './tidemark-process.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const tidemark = new Tidemark();

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: Block[] = [...README.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({
    language,
    text,
  }),
);

/** Each block of shell that calls the service, and the JSON that the README shows right after it. */
const examples = blocks
  .flatMap((block, i) => {
    const next = blocks[i + 1];
    return block.language === 'sh' && block.text.includes('curl')
      ? [{ script: block.text, shown: next?.language === 'json' ? next.text : undefined }]
      : [];
  })
  .map((example, i, all) => ({
    ...example,
    number: i + 1,
    /** Whoever pastes a snippet has pasted those before it. */
    before: all.slice(0, i).map(({ script }) => script),
  }));

test('the README has a first request to paste', () => {
  expect(examples.length).toBeGreaterThan(0);
});

test.each(examples)(
  'snippet $number of the README that calls the service works as pasted',
  async ({ script, shown, before }) => {
    const service = await tidemark.serve(['--world', 'full', '--data', tidemark.newFolder()]);
    // Only the port differs, so that the test does not need 8080 for itself.
    const session = `{ ${before.join('\n') || ':'}\n} > /dev/null\n${script}`;
    const pasted = session.replaceAll(':8080', `:${service.port}`);
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', pasted]);
    const answer: unknown = JSON.parse(stdout);
    expect(answer).not.toHaveProperty('errors');
    if (shown !== undefined) expect(answer).toEqual(JSON.parse(shown));
  },
);

test('the ten lines of Node in the README work as pasted', async () => {
  const [snippet, ...others] = blocks.filter(({ language }) => language === 'js');
  expect(others).toEqual([]);
  expect(snippet?.text.trimEnd().split('\n')).toHaveLength(10);
  const service = await tidemark.serve(['--speed', '60', '--data', tidemark.newFolder()]);
  const pasted = snippet?.text.replaceAll(':8080', `:${service.port}`) ?? '';
  const program = spawn(process.execPath, ['--input-type=module', '--eval', pasted], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const events: string[] = [];
    for await (const line of createInterface({ input: program.stdout })) {
      events.push((JSON.parse(line) as { event: string }).event);
      if (events.length === 5) break;
    }
    const tick = 'INDEX_TICKER';
    expect(events).toEqual(['CONNECTED', 'SUBSCRIBED_INDEX_TICKER', tick, tick, tick]);
  } finally {
    program.kill();
  }
});

test('the line that the README waits for is the one that the service prints', async () => {
  const service = await tidemark.serve(['--data', tidemark.newFolder()]);
  const shown = /`(tidemark ready \S+ \S+)`/.exec(README)?.[1];
  expect(service.stdout()).toBe(`${shown?.replaceAll('8080', String(service.port))}\n`);
});
