import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Audiences } from '../../../src/auth/audiences.ts';

const derived = new Audiences({
  baseUrl: 'http://127.0.0.1:8080',
  wsUrl: 'ws://127.0.0.1:8080',
  baseUrlConfigured: false,
  wsUrlConfigured: false,
});
const configured = new Audiences({
  baseUrl: 'https://api.example.com/market/',
  wsUrl: 'wss://stream.example.com',
  baseUrlConfigured: true,
  wsUrlConfigured: true,
});

describe('configured audiences', () => {
  test.each([
    ['https://api.example.com/market', 'rest'],
    ['https://api.example.com/market/', 'rest'],
    ['https://api.example.com:443/market', 'rest'],
    ['HTTPS://API.EXAMPLE.COM/market', 'rest'],
    ['https://api.example.com/market/mcp', 'rest'],
    ['https://api.example.com/market/mcp/', 'rest'],
    ['wss://stream.example.com', 'stream'],
    ['wss://stream.example.com/', 'stream'],
  ])('%s is accepted', (audience, kind) => {
    expect(configured.resolve(audience, 'api.example.com')).toBe(kind);
    expect(configured.resolve(audience, undefined)).toBe(kind);
  });

  test.each([
    ['another path', 'https://api.example.com'],
    ['a path in another case', 'https://api.example.com/Market'],
    ['a longer path', 'https://api.example.com/market/v3'],
    ['MCP of another path', 'https://api.example.com/mcp'],
    ['MCP twice', 'https://api.example.com/market/mcp/mcp'],
    ['MCP of the websocket', 'wss://stream.example.com/mcp'],
    ['another scheme', 'http://api.example.com/market'],
    ['another port', 'https://api.example.com:8443/market'],
    ['another host', 'https://api.example.org/market'],
    ['the host of the request', 'http://127.0.0.1:8080'],
    ['a query', 'https://api.example.com/market?x=1'],
    ['a fragment', 'https://api.example.com/market#x'],
    ['a user', 'https://user@api.example.com/market'],
    ['no URL', 'tidemark'],
    ['nothing', ''],
  ])('%s is refused', (_what, audience) => {
    expect(configured.resolve(audience, '127.0.0.1:8080')).toBeUndefined();
  });

  test('tokens name the canonical one, without a trailing slash', () => {
    expect(configured.canonical('rest')).toBe('https://api.example.com/market');
    expect(configured.canonical('stream')).toBe('wss://stream.example.com');
  });
});

describe('further audiences', () => {
  const audiences = [
    'https://api.old.example',
    'wss://ws.old.example/live',
    'api://old',
    'http://127.0.0.1:9000',
  ];
  const options = {
    baseUrl: 'https://api.example.com',
    wsUrl: 'wss://stream.example.com',
    baseUrlConfigured: true,
    wsUrlConfigured: true,
  };
  const further = new Audiences({ ...options, audiences });

  test.each([
    ['https://api.old.example', 'rest'],
    ['https://api.old.example/', 'rest'],
    ['HTTPS://API.old.example:443', 'rest'],
    ['wss://ws.old.example/live', 'stream'],
    ['wss://ws.old.example/live/', 'stream'],
    ['api://old', 'rest'],
    ['http://127.0.0.1:9000', 'rest'],
  ])('%s means ours of its kind', (audience, kind) => {
    expect(further.resolve(audience, undefined)).toBe(kind);
    expect(new Audiences(options).resolve(audience, undefined)).toBeUndefined();
  });

  test('are compared like ours: by scheme, host, port and path', () => {
    for (const audience of [
      'http://api.old.example',
      'https://api.old.example/v3',
      'https://api.old.example:8443',
      'https://old.example',
      'https://user@api.old.example',
      'https://api.old.example?x=1',
      'wss://ws.old.example',
      'ws://ws.old.example/live',
      'https://ws.old.example/live',
    ])
      expect(further.resolve(audience, undefined), audience).toBeUndefined();
  });

  test('are listed in addition to ours', () => {
    expect(further.named).toEqual(['https://api.example.com', 'wss://stream.example.com', ...audiences]);
    expect(derived.named).toEqual(['http://127.0.0.1:8080', 'ws://127.0.0.1:8080']);
  });

  test('do not change ours', () => {
    expect(further.resolve('https://api.example.com', undefined)).toBe('rest');
    expect(further.resolve('wss://stream.example.com', undefined)).toBe('stream');
    expect([further.canonical('rest'), further.canonical('stream')]).toEqual([
      'https://api.example.com',
      'wss://stream.example.com',
    ]);
  });
});

describe('audiences that are not configured', () => {
  test.each([
    ['http://127.0.0.1:8080', '127.0.0.1:8080', 'rest'],
    ['http://localhost:8080', '127.0.0.1:8080', 'rest'],
    ['http://[::1]:8080/', '127.0.0.1:8080', 'rest'],
    ['https://127.0.0.1:8080', 'localhost:8080', 'rest'],
    ['ws://localhost:8080', '[::1]:8080', 'stream'],
    ['wss://prices.internal:9000', 'prices.internal:9000', 'stream'],
    ['http://prices.internal', 'prices.internal', 'rest'],
    ['http://prices.internal:80', 'prices.internal', 'rest'],
    ['https://prices.internal', 'prices.internal:443', 'rest'],
    ['http://PRICES.internal/', 'prices.INTERNAL', 'rest'],
  ])('%s requested from host %s is accepted', (audience, host, kind) => {
    expect(derived.resolve(audience, host)).toBe(kind);
  });

  test.each([
    ['another host', 'http://prices.internal:8080', 'other.internal:8080'],
    ['another port', 'http://localhost:8081', '127.0.0.1:8080'],
    ['a path', 'http://localhost:8080/v3', '127.0.0.1:8080'],
    ['a host that only begins the same', 'http://prices.internal.evil', 'prices.internal'],
    ['a loopback name for a public host', 'http://localhost', 'prices.internal'],
    ['another scheme', 'ftp://prices.internal', 'prices.internal'],
    ['no host', 'http://prices.internal', undefined],
    ['a host that is none', 'http://prices.internal', ':::'],
  ])('%s is refused', (_what, audience, host) => {
    expect(derived.resolve(audience, host)).toBeUndefined();
  });

  test('one of the two may be configured alone', () => {
    const mixed = new Audiences({
      baseUrl: 'https://api.example.com',
      wsUrl: 'ws://127.0.0.1:8080',
      baseUrlConfigured: true,
      wsUrlConfigured: false,
    });
    expect(mixed.resolve('http://prices.internal', 'prices.internal')).toBeUndefined();
    expect(mixed.resolve('ws://prices.internal', 'prices.internal')).toBe('stream');
  });
});

test('no text makes it throw, and only its own two are accepted if they are configured', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl()),
      fc.option(fc.string(), { nil: undefined }),
      (text, host) => {
        expect(configured.resolve(text, host)).toBeUndefined();
        derived.resolve(text, host);
      },
    ),
  );
});
