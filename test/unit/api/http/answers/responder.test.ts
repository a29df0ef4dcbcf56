import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Responder, type AnswerHeaders } from '../../../../../src/api/http/answers/responder.ts';
import { Call, RequestIds } from '../../../../../src/api/http/routing/call.ts';
import { Cors } from '../../../../../src/api/http/routing/cors.ts';
import { PreparedAnswer } from '../../../../../src/latest/answers/prepared-answer.ts';

const ANSWER = PreparedAnswer.ofJson('{"a":1}');
const HEADERS: AnswerHeaders = { maxAgeSeconds: 7, extra: { 'tidemark-source': 'simulator' } };

function sender() {
  const responder = new Responder(new Cors(['*']), { watch: () => {} });
  return (headers: AnswerHeaders = HEADERS, sent: IncomingHttpHeaders = {}, ignored?: string) => {
    const heads: [number, readonly string[]][] = [];
    const response = {
      writeHead: (status: number, list: readonly string[]) => {
        heads.push([status, [...list]]);
        return response;
      },
      end: () => {},
    };
    const request = { headers: sent } as IncomingMessage;
    const call = new Call(request, response as unknown as ServerResponse, new RequestIds(0), 0);
    call.ignored = ignored;
    const status = responder.send(call, ANSWER, headers);
    expect(heads[0]?.[0]).toBe(status);
    return heads[0]?.[1] ?? [];
  };
}

test('equal requests get equal heads, whatever others in between get', () => {
  const send = sender();
  const first = send();
  expect(first).toEqual([
    'etag',
    ANSWER.identity.etag,
    'cache-control',
    'private, max-age=7',
    'vary',
    'Authorization, Accept-Encoding, Origin',
    'x-content-type-options',
    'nosniff',
    'tidemark-source',
    'simulator',
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    '7',
  ]);
  const others = [
    send(HEADERS, { origin: 'https://a.example' }),
    send(HEADERS, {}, 'colour'),
    send({ ...HEADERS, maxAgeSeconds: 6 }),
    send({ ...HEADERS, contentType: 'text/csv' }),
    send({ ...HEADERS, vary: 'Accept' }),
    send(HEADERS, { 'if-none-match': ANSWER.identity.etag }),
  ];
  for (const other of others) expect(other).not.toEqual(first);
  expect(send()).toEqual(first);
});

test('what a request adds to the head is only in its own', () => {
  const send = sender();
  send();
  expect(send(HEADERS, { origin: 'https://a.example' })).toContain('access-control-allow-origin');
  expect(send(HEADERS, {}, 'colour')).toContain('tidemark-ignored');
  expect(send({ ...HEADERS, maxAgeSeconds: 6 })).toContain('private, max-age=6');
  expect(send()).not.toContain('access-control-allow-origin');
});
