import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../../src/app/config/config.ts';
import { METRICS_CONNECTIONS, LimitedConnections } from '../../../../src/app/compose/limited-connections.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { PRODUCT } from '../../../../src/app/compose/product.ts';

class Peer extends EventEmitter {
  readonly remoteAddress = '192.0.2.1';
  readonly remotePort = 40_000;
  destroyed = false;

  write(): void {}

  destroy(): void {
    this.destroyed = true;
  }
}

function metricsServer(): EventEmitter {
  const server = new EventEmitter();
  const { settings } = loadConfig({ ...PRODUCT, argv: ['--metrics-port', '0'], environment: {} });
  new LimitedConnections(settings, new ManualClock(0), pino({ level: 'silent' })).ofMetrics(
    server as unknown as Server,
  );
  return server;
}

function arrive(server: EventEmitter, count: number): Peer[] {
  return Array.from({ length: count }, () => {
    const peer = new Peer();
    server.emit('connection', peer);
    return peer;
  });
}

const closedOf = (peers: readonly Peer[]) => peers.flatMap(({ destroyed }, i) => (destroyed ? [i] : []));

test('the metrics port gives all its connections to clients without a token', () => {
  const server = metricsServer();
  const peers = arrive(server, METRICS_CONNECTIONS);
  expect(closedOf(peers)).toEqual([]);
  arrive(server, 1);
  expect(closedOf(peers)).toEqual([0]);
});

test('a pending scrape there is not idle until it is answered', () => {
  const server = metricsServer();
  const peers = arrive(server, METRICS_CONNECTIONS);
  const response = new EventEmitter();
  server.emit('request', { socket: peers[0] }, response);
  arrive(server, METRICS_CONNECTIONS - 1);
  expect(closedOf(peers)).toEqual(peers.map((_, i) => i).slice(1));
  response.emit('close');
  arrive(server, METRICS_CONNECTIONS);
  expect(closedOf(peers)).toContain(0);
});
