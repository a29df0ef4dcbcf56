import { randomBytes } from 'node:crypto';
import type { Database } from '../postgres/database.ts';

const LOG = 'service';

/**
 * Of a service on the servers of a bus: nodes of one store are one service, also where several services share the servers. The first node gives the
 * store a name that no other one has.
 */
export async function busName(database: Database): Promise<string> {
  await database.run(
    'insert into shared_log (log, number, content) values ($1, 1, $2) on conflict do nothing',
    [LOG, Buffer.from(randomBytes(6).toString('hex'))],
  );
  const [named] = await database.rows<{ content: Buffer }>(
    'select content from shared_log where log = $1 and number = 1',
    [LOG],
  );
  return `tidemark-${named!.content.toString()}`;
}
