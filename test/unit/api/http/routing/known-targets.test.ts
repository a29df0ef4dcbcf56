import { describe, expect, test } from 'vitest';
import { KnownTargets, type Routed } from '../../../../../src/api/server.ts';

const routed = (name: string): Routed => ({
  match: { route: { methods: ['GET'], path: name, handle: () => undefined }, pathParameters: {} },
  query: {},
});

describe('recently requested targets', () => {
  test('are the same object when they are requested again', () => {
    const known = new KnownTargets();
    const first = routed('/v3/asset');
    known.keep('/v3/asset', first);
    expect(known.find('/v3/asset')).toBe(first);
    expect(known.find('/v3/asset?')).toBeUndefined();
  });

  test('stay while they are requested, however many others arrive', () => {
    const known = new KnownTargets();
    const first = routed('/v3/asset');
    known.keep('/v3/asset', first);
    for (let i = 0; i < 5000; i++) {
      known.keep(`/v3/asset?size=${i}`, routed('/v3/asset'));
      if (i % 100 === 0) expect(known.find('/v3/asset')).toBe(first);
    }
  });

  test('are dropped after hundreds of others', () => {
    const known = new KnownTargets();
    known.keep('/v3/asset', routed('/v3/asset'));
    for (let i = 0; i < 512; i++) known.keep(`/v3/asset?size=${i}`, routed('/v3/asset'));
    expect(known.find('/v3/asset')).toBeUndefined();
  });

  test('are not kept if they are long', () => {
    const known = new KnownTargets();
    const target = `/v3/asset?symbol=${'x'.repeat(512)}`;
    known.keep(target, routed('/v3/asset'));
    expect(known.find(target)).toBeUndefined();
  });
});
