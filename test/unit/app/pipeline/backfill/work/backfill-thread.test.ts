import { expect, test } from 'vitest';
import { compiledModule, compiledUrl } from '../../../../../../src/threads/compiled-url.ts';
import { ThreadCalls } from '../../../../../../src/threads/thread-calls.ts';
import { SOURCES } from '../../../../../../src/app/compose/source-table.ts';
import { buildWorld } from '../../../../../../src/simulator/world.ts';

test('a restarted thread does not mistake a lost request for a finished one', async () => {
  const importer = new URL(
    '../../../../../../src/app/pipeline/backfill/work/backfill-thread.ts',
    import.meta.url,
  );
  const calls = new ThreadCalls(compiledUrl('backfill-worker', importer.href), {
    past: {
      sources: compiledModule(SOURCES.module).href,
      source: 'simulator',
      input: { world: buildWorld('small'), seed: 'tidemark' },
    },
    folder: '',
  });
  try {
    await expect(calls.call({ kind: 'next' })).rejects.toThrow(
      'the back-fill thread was restarted and has lost its request',
    );
  } finally {
    await calls.close();
  }
});
