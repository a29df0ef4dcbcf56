// What a user would write instead: Fastify, pg, and one row per value. Checking a token is a string comparison.
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { formatNumber } from '../../src/core/numbers/decimal.ts';
import { flagsIn, type SeriesId } from '../../src/core/index-value.ts';
import { entityKey, recordId } from '../../src/core/ids/record-id.ts';
import { formatDatetime } from '../../src/core/time.ts';
import { tickKind } from '../../src/latest/indices/series-record-id.ts';
import { fastify } from './fastify.ts';

export interface RowServerInput {
  readonly connection: pg.PoolConfig;
  /** The table identifies a series by its index in this list. */
  readonly series: readonly SeriesId[];
  readonly authorization: string;
}

export interface RowServerReply {
  readonly port: number;
}

interface Query {
  readonly indexId: string;
  readonly timestamp: string;
  readonly size: string;
}

interface Row {
  readonly at: string;
  readonly price: number;
  readonly volume: number;
  readonly flags: number;
}

interface NumberedSeries extends SeriesId {
  readonly number: number;
  readonly key: string;
}

/** More than the machine has cores: some wait for the database while others respond. */
const CONNECTIONS = 4;
const NEWEST_FIRST =
  'SELECT at, price, volume, flags FROM points WHERE series = $1 AND at <= $2 ORDER BY at DESC LIMIT $3';

process.once('message', (input: RowServerInput) => void serve(input));
process.once('disconnect', () => process.exit(0));

async function serve({ connection, series, authorization }: RowServerInput): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS, idleTimeoutMillis: 0 });
  const byId = new Map<string, NumberedSeries>(
    series.map((one, number) => [one.indexId, { ...one, number, key: entityKey(one.indexId) }]),
  );
  const app = fastify({ logger: false });
  app.get<Query>('/v3/index-ticker', async (request, reply) => {
    if (request.headers.authorization !== authorization) return reply.code(401).send();
    const wanted = byId.get(request.query.indexId);
    if (!wanted) return reply.code(404).send();
    const size = Number(request.query.size);
    const { rows } = await pool.query<Row>({
      name: 'page',
      text: NEWEST_FIRST,
      values: [wanted.number, Date.parse(request.query.timestamp), size + 1],
    });
    return reply.type('application/json; charset=utf-8').send(pageText(rows, size, wanted));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const reply: RowServerReply = { port: (app.server.address() as AddressInfo).port };
  process.send?.(reply);
}

function pageText(rows: readonly Row[], size: number, { indexType, indexId, key }: NumberedSeries): string {
  const content = rows.slice(0, size).map(({ at: text, price, volume, flags }) => {
    const at = Number(text);
    return {
      id: recordId(tickKind(indexType), at, key),
      indexId,
      indexType,
      price: formatNumber(price),
      volume: formatNumber(volume),
      timestamp: formatDatetime(at),
      ...(flags === 0 ? {} : { flags: flagsIn(flags) }),
    };
  });
  return JSON.stringify({ content, ...(rows.length > size ? { nextId: content.at(-1)?.id } : {}) });
}
