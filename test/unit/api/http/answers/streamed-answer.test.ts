import { once } from 'node:events';
import { createServer, get, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Call, RequestIds } from '../../../../../src/api/http/routing/call.ts';
import { Cors } from '../../../../../src/api/http/routing/cors.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import { ReadRate } from '../../../../../src/api/http/limits/read-rate.ts';
import { StreamedAnswers, type StreamedAnswer } from '../../../../../src/api/http/answers/streamed-answer.ts';

let clock = new ManualClock(0);
let cut = 0;
const READ_RATE = new ReadRate({
  clock: { monotonic: () => clock.monotonic(), wait: (ms, signal) => clock.wait(ms, signal) },
  minBytesPerSecond: 16_384,
  onCut: () => cut++,
});

const CHUNK = Buffer.alloc(256 * 1024, 'a line of text\n');

/** Turns of the event loop without a chunk, after which none will come. */
const QUIET_TURNS = 5000;

/** Progress of an answer: requested chunks, and whether it has ended. */
class Taken {
  chunks = 0;
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => (this.#end = resolve));
  }

  /** `fails`: at this chunk. */
  async *give(count: number, gone: AbortSignal, fails = Infinity): AsyncGenerator<Uint8Array> {
    try {
      for (let i = 0; i < count; i++) {
        gone.throwIfAborted();
        if (i === fails) throw new Error('the disk is gone');
        this.chunks++;
        yield CHUNK;
      }
    } finally {
      this.#end();
    }
  }
}

let server: Server | undefined;
beforeEach(() => {
  clock = new ManualClock(0);
  cut = 0;
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server with one answer; errors are passed to `failed`. */
async function serve(
  open: StreamedAnswer['open'],
  failed: (error: Error) => void = () => undefined,
  isText = true,
  incomplete?: StreamedAnswer['incomplete'],
): Promise<number> {
  const streamed = new StreamedAnswers(new Cors(['*']), READ_RATE);
  const answer = {
    contentType: 'text/csv',
    fileName: 'x.csv',
    isText,
    open,
    ...(incomplete && { incomplete }),
  };
  server = createServer((incoming, response) => {
    const call = new Call(incoming, response, new RequestIds(0), 0);
    streamed
      .send(call, answer, { 'tidemark-source': 'simulator' }, () => undefined)
      .catch((error: Error) => {
        failed(error);
        response.destroy();
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function ask(port: number, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers, agent: false }, resolve).on('error', reject);
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

test('all chunks arrive, as a file that must not be cached', async () => {
  const taken = new Taken();
  const port = await serve((gone) => taken.give(5, gone));
  const message = await ask(port);
  expect(message.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="x.csv"',
    'tidemark-source': 'simulator',
  });
  expect(message.headers).not.toHaveProperty('etag');
  expect((await bodyOf(message)).equals(Buffer.concat(Array.from({ length: 5 }, () => CHUNK)))).toBe(true);
});

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)(
  'text is compressed if %s is requested, and compressed files are not',
  async (encoding, decode) => {
    const port = await serve((gone) => new Taken().give(5, gone));
    const message = await ask(port, { 'accept-encoding': encoding });
    expect(message.headers['content-encoding']).toBe(encoding);
    expect(decode(await bodyOf(message)).length).toBe(5 * CHUNK.length);
    server?.close();
    const other = await serve((gone) => new Taken().give(1, gone), undefined, false);
    expect((await ask(other, { 'accept-encoding': encoding })).headers).not.toHaveProperty(
      'content-encoding',
    );
  },
);

test('a client that does not read uses only system buffers, and disconnecting ends the reading', async () => {
  const taken = new Taken();
  const port = await serve((gone) => taken.give(10_000, gone));
  const message = await ask(port);
  message.pause();
  // Nothing more is requested once the system accepts no more.
  for (let [turns, before] = [0, -1]; turns < QUIET_TURNS; before = taken.chunks) {
    turns = taken.chunks === before ? turns + 1 : 0;
    await setImmediate();
  }
  expect(taken.chunks).toBeLessThan(200);
  message.destroy();
  await taken.ended;
  expect(taken.chunks).toBeLessThan(201);
});

test('a failure midway cuts the connection; the answer does not end properly', async () => {
  const taken = new Taken();
  const errors: string[] = [];
  const port = await serve(
    (gone) => taken.give(5, gone, 3),
    (error) => errors.push(error.message),
  );
  const message = await ask(port);
  await expect(bodyOf(message)).rejects.toThrow('aborted');
  expect([message.statusCode, message.complete, errors]).toEqual([200, false, ['the disk is gone']]);
});

test.each([['identity'], ['gzip']])(
  'a failure midway does not look like a complete file in %s',
  async (encoding) => {
    const port = await serve((gone) => new Taken().give(5, gone, 4));
    const message = await ask(port, { 'accept-encoding': encoding });
    await expect(bodyOf(message)).rejects.toThrow('aborted');
  },
);

test('a failure midway resets an HTTP/1.0 connection, whose end would be the end of the answer', async () => {
  const received = new Deferred<void>();
  const port = await serve(async function* () {
    yield CHUNK;
    await received.promise;
    throw new Error('the disk is gone');
  });
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'));
  let bytes = 0;
  socket.on('data', (data) => {
    bytes += data.length;
    if (bytes > CHUNK.length) received.resolve();
  });
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    socket.once('error', resolve);
    socket.once('end', () => resolve(undefined));
  });
  expect(failure?.code).toBe('ECONNRESET');
});

test('a failure before the first chunk is thrown before any header is sent', async () => {
  let headersSent: boolean | undefined;
  const port = await serve(
    (gone) => new Taken().give(5, gone, 0),
    () => (headersSent = false),
  );
  await expect(ask(port)).rejects.toThrow('socket hang up');
  expect(headersSent).toBe(false);
});

test('HEAD has the headers, and reads nothing', async () => {
  let opened = 0;
  const port = await serve((gone) => {
    opened++;
    return new Taken().give(5, gone);
  });
  const message = await new Promise<IncomingMessage>((resolve) => {
    request({ port, host: '127.0.0.1', method: 'HEAD', agent: false }, resolve).end();
  });
  expect([message.statusCode, message.headers['content-type'], opened]).toEqual([200, 'text/csv', 0]);
  expect((await bodyOf(message)).length).toBe(0);
});

test('nothing is read for a client that left before its answer began', async () => {
  const taken = new Taken();
  const streamed = new StreamedAnswers(new Cors(['*']), READ_RATE);
  const answer: StreamedAnswer = {
    contentType: 'text/csv',
    fileName: 'x.csv',
    isText: true,
    open: (gone) => taken.give(5, gone),
  };
  const sent = new Promise<void>((resolve, reject) => {
    server = createServer((incoming, response) => {
      const call = new Call(incoming, response, new RequestIds(0), 0);
      // As when its token has to be verified first.
      response.once('close', () => {
        streamed.send(call, answer, {}, () => undefined).then(resolve, reject);
      });
      response.destroy();
    }).listen(0, '127.0.0.1');
  });
  await once(server!, 'listening');
  await expect(ask((server!.address() as AddressInfo).port)).rejects.toThrow();
  await sent;
  expect(taken.chunks).toBe(0);
});

/** Resolves when the answer waits for its client. */
async function untilFull(taken: Taken): Promise<void> {
  for (let chunks = -1, turns = 0; turns < QUIET_TURNS; turns++) {
    if (taken.chunks !== chunks) [chunks, turns] = [taken.chunks, 0];
    await setImmediate();
  }
}

test('a client that reads less than 16 kB/s on average over 30 s is cut, and counted; its reading ends', async () => {
  const taken = new Taken();
  const port = await serve((gone) => taken.give(1000, gone));
  const socket = connect(port);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  await untilFull(taken);
  // In the first window, the system buffers are filled.
  clock.advance(30_000);
  await setImmediate();
  clock.advance(29_999);
  await setImmediate();
  expect(cut).toBe(0);
  clock.advance(1);
  await taken.ended;
  socket.resume();
  await closed;
  expect(cut).toBe(1);
});

test('a client that reads slowly, but fast enough, is not cut', async () => {
  const taken = new Taken();
  const port = await serve((gone) => taken.give(1000, gone));
  const socket = connect(port);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  for (let round = 0; round < 3; round++) {
    await untilFull(taken);
    const before = taken.chunks;
    clock.advance(29_000);
    // Some megabytes: system buffers are full again afterwards.
    while (taken.chunks < before + 8) {
      socket.read();
      await setImmediate();
    }
    await untilFull(taken);
    clock.advance(1000);
    await setImmediate();
  }
  expect(cut).toBe(0);
  socket.destroy();
  await taken.ended;
});

test('missing slots are determined once the request is admitted, and not if it is refused', async () => {
  const taken = new Taken();
  let asked = 0;
  let isAdmitted = true;
  const open = (gone: AbortSignal) => {
    if (!isAdmitted) throw new Error('too many');
    return taken.give(2, gone);
  };
  const incomplete = async () => {
    asked++;
    expect(taken.chunks).toBe(1);
    return 'UNKNOWN;from="a";to="b"';
  };
  const port = await serve(open, undefined, true, incomplete);
  const message = await ask(port);
  expect(message.headers['tidemark-incomplete']).toBe('UNKNOWN;from="a";to="b"');
  await bodyOf(message);
  isAdmitted = false;
  await expect(ask(port)).rejects.toThrow();
  expect(asked).toBe(1);
});

test('nothing more is read if its missing slots cannot be determined', async () => {
  const taken = new Taken();
  const failed = new Deferred<Error>();
  const port = await serve(
    (gone) => taken.give(2, gone),
    (error) => failed.resolve(error),
    true,
    () => Promise.reject(new Error('no coverage')),
  );
  await expect(ask(port)).rejects.toThrow();
  expect((await failed.promise).message).toBe('no coverage');
  await taken.ended;
});
