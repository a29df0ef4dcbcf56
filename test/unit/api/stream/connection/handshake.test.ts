import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { HostNames } from '../../../../../src/api/http/host-names.ts';
import { Handshake } from '../../../../../src/api/stream/connection/handshake.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const handshake = new Handshake('wss://live.example/feed', new HostNames(undefined), new ManualClock(0));
const isHere = (url: string) => handshake.isHere({ url } as IncomingMessage);

test.each([
  '/',
  '/feed',
  '/feed/?access_token=x',
  'http://live.example/feed?access_token=x',
  'http://live.example',
])('%s is the websocket', (url) => {
  expect(isHere(url)).toBe(true);
});

test.each(['/other', '/feeds', 'http://live.example/other'])('%s is not', (url) => {
  expect(isHere(url)).toBe(false);
});
