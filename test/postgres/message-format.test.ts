import { beforeEach, expect, test } from 'vitest';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { agreeOnMessageFormat, OtherMessageFormat } from '../../src/cluster/roles/message-format.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { PostgresLeases } from '../../src/cluster/postgres/leases/postgres-leases.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const { open } = usePostgres();

let database: Database;
beforeEach(async () => {
  database = await open();
  await agreeOnMessageFormat(database, 'compute', 'TMP2');
});

async function withLease(name: string, run: () => Promise<void>): Promise<void> {
  const clock = new SystemClock();
  const leases = new PostgresLeases({ database, clock, holder: 'a node', lastsMs: 6000 });
  await leases.take(name);
  try {
    await run();
  } finally {
    await leases.close();
  }
}

test.each(['collect', 'compute', 'serve'] as const)(
  'a node of role %s with another message format is refused while a compute node runs, in either direction',
  async (role) => {
    await withLease('compute', async () => {
      for (const other of ['TMP1', 'TMP3']) {
        const refused = agreeOnMessageFormat(database, role, other);
        await expect(refused).rejects.toThrow(OtherMessageFormat);
        await expect(refused).rejects.toThrow(
          `in format TMP2, and this version of Tidemark in format ${other}`,
        );
      }
      await expect(agreeOnMessageFormat(database, role, 'TMP2')).resolves.toBeUndefined();
    });
  },
);

test('after all nodes have stopped, the first compute node sets the format, and collecting and serving nodes follow it', async () => {
  await expect(agreeOnMessageFormat(database, 'serve', 'TMP3')).rejects.toThrow('start compute nodes');
  await agreeOnMessageFormat(database, 'compute', 'TMP3');
  await expect(agreeOnMessageFormat(database, 'serve', 'TMP3')).resolves.toBeUndefined();
  await expect(agreeOnMessageFormat(database, 'collect', 'TMP2')).rejects.toThrow(OtherMessageFormat);
});

test('a running collecting node does not prevent compute nodes from setting the format', async () => {
  await withLease('collect/simulator', () => agreeOnMessageFormat(database, 'compute', 'TMP3'));
});
