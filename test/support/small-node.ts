import { pino, type Logger } from 'pino';
import { PRODUCT } from '../../src/app/compose/product.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import type { WebhookTransport } from '../../src/alerts/delivery/webhook-transport.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import { composeNode } from '../../src/cluster/roles/node.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';

export interface SmallNode {
  readonly role: 'collect' | 'compute' | 'serve';
  readonly store: string;
  readonly bus: string;
  readonly folder: string;
  /** Receives webhooks. */
  readonly webhooks?: WebhookTransport;
  /** By default nothing is logged. */
  readonly log?: Logger;
}

/** A node of a cluster in this process, with the small world and without back-fill. */
export async function startSmallNode({
  role,
  store,
  bus,
  folder,
  webhooks,
  log = pino({ level: 'silent' }),
}: SmallNode) {
  const given = {
    '--role': role,
    '--store': store,
    '--bus': bus,
    '--world': 'small',
    '--backfill': 'off',
    '--data': folder,
    '--port': '0',
  };
  const argv = Object.entries(given).flat();
  const { settings } = loadConfig({ argv, environment: {}, ...PRODUCT });
  const service = await composeNode({
    settings,
    wallClock: new SystemClock(),
    log,
    sources: SOURCES,
    ...(webhooks && { webhooks }),
  });
  return { settings, service };
}
