import { EventEmitter } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { beforeEach, describe, expect, test } from 'vitest';
import { Connections, type ConnectionsOptions } from '../../../../../src/api/http/limits/connections.ts';

/** A socket, as far as the registry uses it. */
class Peer extends EventEmitter {
  destroyed = false;
  written = '';
  readonly remoteAddress: string | undefined;
  readonly remotePort: number;

  constructor(remoteAddress: string | undefined, remotePort: number) {
    super();
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
  }

  write(text: string): void {
    this.written += text;
  }

  destroy(): void {
    this.destroyed = true;
    // Like Node, after the current work.
    queueMicrotask(() => this.emit('close'));
  }

  get socket(): Socket {
    return this as unknown as Socket;
  }
}

let now: number;
let port: number;
let events: string[];
let server: EventEmitter;
let connections: Connections;

function limit(options: Partial<ConnectionsOptions>, target: EventEmitter = new EventEmitter()): void {
  server = Object.defineProperty(target, 'listening', { value: true }) as typeof server;
  connections = new Connections(server as unknown as Server, {
    most: 12,
    maxPerAddress: 100,
    now: () => now,
    refusal: () => 'refused',
    events: {
      refused: (name, group) => void events.push(`refused ${name} ${group}`),
      closed: (name, group) => void events.push(`closed ${name} ${group}`),
      acceptFailed: ({ code }) => void events.push(`accept ${code}`),
    },
    ...options,
  });
}

function arrive(address = '127.0.0.1'): Peer {
  const peer = new Peer(address, port++);
  server.emit('connection', peer);
  return peer;
}

/** Its token is no longer valid; the returned function ends the answer that says so. */
function forget(peer: Peer): () => void {
  const response = new EventEmitter();
  connections.unmarkAuthenticated(peer.socket, response as ServerResponse);
  return () => void response.emit('close');
}

/** Starts a request; the returned function ends its answer. */
function request(peer: Peer): () => void {
  const response = new EventEmitter();
  connections.requestStarted(peer.socket, response as ServerResponse);
  return () => void response.emit('close');
}

function closedOf(peers: readonly Peer[]): number[] {
  return peers.flatMap(({ destroyed }, i) => (destroyed ? [i] : []));
}

beforeEach(() => {
  [now, port, events] = [1000, 40_000, []];
  limit({});
});

describe('all connections', () => {
  test('without a token get half of the places; for another one, the longest idle one is closed', () => {
    const peers = Array.from({ length: 8 }, () => arrive());
    expect(closedOf(peers)).toEqual([0, 1]);
    expect(connections.unknown).toBe(6);
    expect(events).toEqual(['closed all undefined', 'closed all undefined']);
  });

  test('that are known are kept, and the limit is never exceeded', async () => {
    const known = Array.from({ length: 9 }, () => {
      const peer = arrive();
      connections.markAuthenticated(peer.socket);
      return peer;
    });
    const strangers = Array.from({ length: 50 }, () => arrive());
    expect(closedOf(known)).toEqual([]);
    expect(connections.known + connections.unknown).toBe(12);
    expect(closedOf(strangers).length).toBe(47);
    for (const peer of strangers.slice(-3)) connections.markAuthenticated(peer.socket);
    const late = arrive();
    expect([late.destroyed, late.written, connections.known]).toEqual([true, 'refused', 12]);
    expect(events.at(-1)).toBe('refused all undefined');
    known[0]!.destroy();
    await Promise.resolve();
    expect(arrive().destroyed).toBe(false);
  });

  test('an idle one is closed before one with a pending request, however old', () => {
    const busy = arrive();
    request(busy);
    const idle = Array.from({ length: 6 }, () => arrive());
    expect([busy.destroyed, idle[0]!.destroyed]).toEqual([false, true]);
  });

  test('whose answer has ended is the youngest of the idle ones', () => {
    const served = arrive();
    const answered = request(served);
    const others = Array.from({ length: 5 }, () => arrive());
    answered();
    arrive();
    expect([served.destroyed, others[0]!.destroyed]).toEqual([false, true]);
  });

  test('a new one is refused while all others have a pending request', () => {
    const peers = Array.from({ length: 6 }, () => arrive());
    for (const peer of peers) request(peer);
    const late = arrive();
    expect([late.destroyed, late.written]).toEqual([true, 'refused']);
    expect(closedOf(peers)).toEqual([]);
    expect(events).toEqual(['refused all undefined']);
  });

  test('a long request without a token finally gives way', () => {
    const peers = Array.from({ length: 6 }, () => arrive());
    for (const peer of peers) request(peer);
    now += 2001;
    expect(arrive().destroyed).toBe(false);
    expect(closedOf(peers)).toEqual([0]);
  });

  test('a websocket whose token is being checked is not idle', () => {
    const upgrading = arrive();
    connections.upgradeStarted(upgrading.socket);
    const others = Array.from({ length: 6 }, () => arrive());
    expect([upgrading.destroyed, others[0]!.destroyed]).toEqual([false, true]);
    connections.markAuthenticated(upgrading.socket);
    expect(connections.known).toBe(1);
  });

  test('one whose token is no longer valid counts as unknown again', () => {
    const peer = arrive();
    connections.markAuthenticated(peer.socket);
    connections.markAuthenticated(peer.socket);
    expect([connections.known, connections.unknown]).toEqual([1, 0]);
    forget(peer)();
    forget(peer)();
    expect([connections.known, connections.unknown]).toEqual([0, 1]);
    for (let i = 0; i < 6; i++) arrive();
    expect(peer.destroyed).toBe(true);
  });

  test('one whose token is no longer valid is not idle before it has read the refusal', () => {
    const peer = arrive();
    const first = request(peer);
    connections.markAuthenticated(peer.socket);
    const answered = forget(peer);
    // An answer that started before the token was known ends at the same time.
    first();
    const others = Array.from({ length: 6 }, () => arrive());
    expect([peer.destroyed, others[0]!.destroyed]).toEqual([false, true]);
    answered();
    for (let i = 0; i < 5; i++) arrive();
    expect(peer.destroyed).toBe(false);
    arrive();
    expect(peer.destroyed).toBe(true);
  });

  test('get all places if none is reserved for those with a token', () => {
    limit({ shareForKnown: 0 });
    const peers = Array.from({ length: 13 }, () => arrive());
    expect(closedOf(peers)).toEqual([0]);
  });

  test('that have ended are removed, known or not, before or after they were closed here', async () => {
    const known = arrive();
    connections.markAuthenticated(known.socket);
    const strangers = Array.from({ length: 9 }, () => arrive('192.0.2.1'));
    const answered = request(strangers.at(-1)!);
    for (const peer of [known, ...strangers]) peer.destroy();
    await Promise.resolve();
    answered();
    connections.markAuthenticated(strangers.at(-1)!.socket);
    expect([connections.known, connections.unknown]).toEqual([0, 0]);
  });

  test('of a disconnected peer are not kept', () => {
    const gone = new Peer(undefined, 1);
    server.emit('connection', gone);
    expect([gone.destroyed, connections.unknown]).toEqual([true, 0]);
  });
});

describe('connections of one address', () => {
  beforeEach(() => limit({ most: 400, maxPerAddress: 3, trustProxy: ['10.0.0.0/8'] }));

  test('without a token are limited, and only they are closed for it', () => {
    const other = arrive('192.0.2.1');
    const peers = Array.from({ length: 5 }, () => arrive('192.0.2.2'));
    expect([other.destroyed, closedOf(peers)]).toEqual([false, [0, 1]]);
    expect(events).toEqual(['closed address 192.0.2.2', 'closed address 192.0.2.2']);
  });

  test('are refused if all of them have a pending request', () => {
    const peers = Array.from({ length: 3 }, () => arrive('192.0.2.2'));
    for (const peer of peers) request(peer);
    expect([arrive('192.0.2.2').destroyed, arrive('192.0.2.3').destroyed]).toEqual([true, false]);
    expect(events).toEqual(['refused address 192.0.2.2']);
  });

  test('do not count while they are known', () => {
    const peers = Array.from({ length: 20 }, () => arrive('192.0.2.2'));
    expect(closedOf(peers).length).toBe(17);
    const many = Array.from({ length: 20 }, () => {
      const peer = arrive('192.0.2.4');
      connections.markAuthenticated(peer.socket);
      return peer;
    });
    expect(closedOf(many)).toEqual([]);
  });

  test('are limited by network for IPv6, and not for this machine or a proxy', () => {
    const network = Array.from({ length: 5 }, (_, i) => arrive(`2001:db8::${i}`));
    expect(closedOf(network)).toEqual([0, 1]);
    for (const free of ['127.0.0.1', '::1', '10.1.1.1']) {
      const peers = Array.from({ length: 9 }, () => arrive(free));
      expect(closedOf(peers)).toEqual([]);
    }
  });
});

describe('with TLS', () => {
  beforeEach(() => limit({}, new TlsServer().removeAllListeners()));

  test('an incomplete handshake counts, and is closed without a message', () => {
    const peers = Array.from({ length: 7 }, () => arrive());
    expect(closedOf(peers)).toEqual([0]);
    expect(peers[0]!.written).toBe('');
  });

  test('a token on the encrypted socket makes the connection known', async () => {
    const raw = arrive();
    const encrypted = new Peer(raw.remoteAddress, raw.remotePort);
    server.emit('secureConnection', encrypted);
    connections.markAuthenticated(encrypted.socket);
    expect([connections.known, connections.unknown]).toEqual([1, 0]);
    for (let i = 0; i < 9; i++) arrive();
    expect(raw.destroyed).toBe(false);
    raw.destroy();
    await Promise.resolve();
    expect(connections.known).toBe(0);
  });
});

describe('a connection that the system cannot accept', () => {
  test('for lack of descriptors closes those without a token', () => {
    const known = arrive();
    connections.markAuthenticated(known.socket);
    const strangers = Array.from({ length: 4 }, () => arrive());
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect([known.destroyed, closedOf(strangers)]).toEqual([false, [0, 1, 2, 3]]);
    expect(events[0]).toBe('accept EMFILE');
  });

  test('for another reason is reported and closes nothing', () => {
    const peer = arrive();
    server.emit('error', Object.assign(new Error('accept ECONNABORTED'), { code: 'ECONNABORTED' }));
    expect([peer.destroyed, events]).toEqual([false, ['accept ECONNABORTED']]);
  });
});
