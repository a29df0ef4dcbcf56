import { expect, test } from 'vitest';
import { MAX_LINE_LENGTH, StdioSession } from '../../../../src/cli/mcp/stdio-session.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { McpServer } from '../../../../src/mcp/mcp-server.ts';
import type { McpService } from '../../../../src/mcp/service.ts';

const PING = (id: number | string) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
const FIND = (id: number | string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'find', arguments: { query: 'x' } },
  });

async function* chunks(...texts: readonly (string | Promise<string>)[]): AsyncGenerator<string> {
  for (const text of texts) yield await text;
}

interface Written {
  readonly answers: Record<string, unknown>[];
  readonly reported: unknown[];
}

async function run(
  input: AsyncIterable<string>,
  serviceFor: (signal: AbortSignal) => McpService = () => ({}) as McpService,
  signal = new AbortController().signal,
): Promise<Written> {
  const written: Written = { answers: [], reported: [] };
  const session = new StdioSession({
    server: new McpServer('1.0.0'),
    serviceFor,
    write: (text) => {
      expect(text).not.toContain('\n');
      written.answers.push(JSON.parse(text) as Record<string, unknown>);
      return Promise.resolve();
    },
    report: (error) => void written.reported.push(error),
    signal,
  });
  await session.run(input);
  return written;
}

/** Fails as the service of a request that never ends until it is aborted. */
const endless = (signal: AbortSignal) =>
  ({
    read: () =>
      new Promise((_, reject) => {
        const fail = () => reject(signal.reason as Error);
        if (signal.aborted) fail();
        signal.addEventListener('abort', fail);
      }),
  }) as unknown as McpService;

test('each line is a message, however the input is cut', async () => {
  const text = `${PING(1)}\r\n\n${PING('b')}\n${PING(3)}`;
  const whole = await run(chunks(text));
  const cut = await run(chunks(...text));
  expect(whole.answers.map(({ id }) => id)).toEqual([1, 'b', 3]);
  expect(cut.answers).toEqual(whole.answers);
});

test('what is not a message is answered with an error, and the session goes on', async () => {
  const { answers } = await run(chunks(`not JSON\n[${PING(1)}]\n{"jsonrpc":"2.0","id":2}\n${PING(3)}\n`));
  expect(answers.map(({ id, error }) => [id, (error as { code?: number } | undefined)?.code])).toEqual([
    [null, -32_700],
    [null, -32_600],
    [2, -32_600],
    [3, undefined],
  ]);
});

test('a line that is too long is refused without being kept', async () => {
  const half = 'x'.repeat(MAX_LINE_LENGTH / 2);
  const { answers } = await run(chunks(half, half, half, `\n${PING(2)}\n`, half, half, half));
  expect(answers.map(({ id, error }) => [id, (error as { code?: number } | undefined)?.code])).toEqual([
    [null, -32_600],
    [2, undefined],
    [null, -32_600],
  ]);
});

test('notifications and responses get no answer', async () => {
  const { answers } = await run(
    chunks('{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n'),
  );
  expect(answers).toEqual([]);
});

test('a cancelled request gets no answer, and others do', async () => {
  const cancel = (id: unknown) =>
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })}\n`;
  const { answers, reported } = await run(
    chunks(`${FIND(1)}\n`, cancel(99), cancel(null), cancel(1), `${PING(2)}\n`),
    endless,
  );
  expect(answers).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  expect(reported).toEqual([]);
});

test('a later request is answered while an earlier one waits', async () => {
  const later = new Deferred<string>();
  const order: unknown[] = [];
  const session = new StdioSession({
    server: new McpServer('1.0.0'),
    serviceFor: endless,
    write: (text) => {
      order.push((JSON.parse(text) as { id: unknown }).id);
      later.resolve('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
      return Promise.resolve();
    },
    report: () => undefined,
    signal: new AbortController().signal,
  });
  await session.run(chunks(`${FIND(1)}\n${PING(2)}\n`, later.promise));
  expect(order).toEqual([2]);
});

test('an unexpected error is reported, and its text is not sent', async () => {
  const broken = { read: () => Promise.reject(new TypeError('a secret')) } as unknown as McpService;
  const { answers, reported } = await run(chunks(`${FIND(1)}\n`), () => broken);
  expect(answers).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'internal error' } }]);
  expect(reported).toEqual([new TypeError('a secret')]);
});

test('requests end with the session', async () => {
  const ended = new AbortController();
  const input = async function* () {
    yield `${FIND(1)}\n`;
    ended.abort();
    yield '';
  };
  expect((await run(input(), endless, ended.signal)).answers).toEqual([]);
});

test('an output that cannot be written ends the session', async () => {
  const never = new Deferred<string>();
  const session = new StdioSession({
    server: new McpServer('1.0.0'),
    serviceFor: endless,
    write: () => Promise.reject(new Error('the pipe is closed')),
    report: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(session.run(chunks(`${PING(1)}\n`, never.promise))).rejects.toThrow('the pipe is closed');
});
