// What one would have written instead: ws with a loop, ws with a cork around it, socket.io with rooms.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { peerPackage } from '../support/peer-package.ts';
import type { FromServer, ServerKind } from './messages.ts';
import { WorldTicks } from './world-ticks.ts';

interface Subscribe {
  readonly event: string;
  readonly indexId?: string;
  readonly indexType?: string;
  readonly requestId?: string;
}

interface Tick {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}

interface Emitter {
  emit(event: string, body: unknown): unknown;
}

interface SocketIoSocket extends Emitter {
  on(event: 'message', handler: (message: Subscribe) => void): unknown;
  join(room: string): unknown;
}

/** What the benchmark uses of socket.io. */
interface SocketIoServer {
  readonly sockets: { readonly adapter: { readonly rooms: ReadonlyMap<string, unknown> } };
  on(event: 'connection', handler: (socket: SocketIoSocket) => void): unknown;
  to(room: string): Emitter;
}

interface SocketIo {
  readonly Server: new (http: ReturnType<typeof createServer>, options: object) => SocketIoServer;
}

interface Peer {
  /** Sends a tick to everybody. */
  publish(ticks: readonly Tick[]): void;
}

function wsPeer(http: ReturnType<typeof createServer>, corked: boolean): Peer {
  const rooms = new Map<string, Set<WebSocket>>();
  const wanted = new Map<WebSocket, { readonly socket: Socket; readonly names: Set<string> }>();
  const server = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    server.handleUpgrade(request, socket, head, (ws) => {
      const names = new Set<string>();
      wanted.set(ws, { socket: socket as Socket, names });
      ws.on('message', (data: Buffer) => {
        const { event, indexId, indexType, requestId } = JSON.parse(data.toString()) as Subscribe;
        if (event === 'PING') ws.send(JSON.stringify({ event: 'PONG', requestId }));
        const name = indexId ?? indexType;
        if (name === undefined) return;
        names.add(name);
        rooms.set(name, (rooms.get(name) ?? new Set()).add(ws));
      });
    });
  });
  const plain = (ticks: readonly Tick[]) => {
    for (const { id, type, text } of ticks) {
      for (const name of [id, type]) for (const ws of rooms.get(name) ?? []) ws.send(text);
    }
  };
  const inCorks = (ticks: readonly Tick[]) => {
    const byName = new Map<string, string[]>();
    for (const { id, type, text } of ticks) {
      byName.set(id, [text]);
      const ofType = byName.get(type);
      if (ofType) ofType.push(text);
      else byName.set(type, [text]);
    }
    for (const [ws, { socket, names }] of wanted) {
      socket.cork();
      for (const name of names) for (const text of byName.get(name) ?? []) ws.send(text);
      socket.uncork();
    }
  };
  return { publish: corked ? inCorks : plain };
}

function socketIoPeer(http: ReturnType<typeof createServer>): Peer {
  const { Server } = peerPackage('socket.io') as SocketIo;
  const io = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    pingInterval: 300_000,
  });
  io.on('connection', (socket) => {
    socket.on('message', ({ event, indexId, indexType, requestId }) => {
      if (event === 'PING') socket.emit('PONG', { requestId });
      const name = indexId ?? indexType;
      if (name !== undefined) void socket.join(name);
    });
  });
  return {
    publish: (ticks) => {
      for (const { id, type, text } of ticks) {
        if (io.sockets.adapter.rooms.has(id)) io.to(id).emit('INDEX_TICKER', JSON.parse(text));
        if (io.sockets.adapter.rooms.has(type)) io.to(type).emit('INDEX_TICKER', JSON.parse(text));
      }
    },
  };
}

export async function startPeerServer(kind: ServerKind): Promise<{
  readonly ready: FromServer & { readonly kind: 'ready' };
  /** Makes a tick and returns what publishes it. */
  readonly prepare: () => () => FromServer;
}> {
  const ticks = new WorldTicks();
  const http = createServer();
  const peer = kind === 'socket.io rooms' ? socketIoPeer(http) : wsPeer(http, kind === 'corked ws.send');
  http.listen({ host: '127.0.0.1', port: 0, backlog: 4096 });
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const idsOf = (type: string) =>
    ticks.orders.series.series.filter(({ indexType }) => indexType === type).map(({ indexId }) => indexId);
  ticks.next();
  return {
    ready: { kind: 'ready', port, token: '', gwa: idsOf('GWA'), mwa: idsOf('MWA'), names: [] },
    prepare: () => {
      const { bytes, starts, series } = ticks.next();
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const prepared = Array.from(series, (number, row): Tick => {
        const { indexId, indexType } = ticks.orders.series.series[number] ?? { indexId: '', indexType: '' };
        const record = text.toString('latin1', (starts[row] ?? 0) + 1, (starts[row + 1] ?? 0) - 1);
        return { id: indexId, type: indexType, text: `{"event":"INDEX_TICKER",${record}` };
      });
      return () => {
        peer.publish(prepared);
        return { kind: 'ticked' };
      };
    },
  };
}
