import { expect, test } from 'vitest';
import { countsText, FrameLog, MAX_FRAMES } from '../../../web/src/views/try-it/console/frame-log.ts';

test('the last frames are kept, however many come, and all are counted', () => {
  const log = new FrameLog();
  for (let i = 1; i <= 5000; i++) log.add('received', `{"event":"TRADE","n":${i}}`, i);
  expect(log.frames()).toHaveLength(MAX_FRAMES);
  expect(log.frames()[0]).toMatchObject({ number: 5001 - MAX_FRAMES, event: 'TRADE' });
  expect(log.frames().at(-1)!.at).toBe(5000);
  expect(log.counts()).toMatchObject({ received: 5000, sent: 0, byEvent: new Map([['TRADE', 5000]]) });
});

test('a long frame is cut where it is kept, and counted whole', () => {
  const log = new FrameLog();
  log.add('received', `{"event":"ERROR","message":"${'x'.repeat(50_000)}"}`, 1);
  expect(log.frames()[0]!.text.length).toBeLessThan(5000);
  expect(log.counts().characters).toBeGreaterThan(50_000);
});

test('what was sent and what happened is no message that was received', () => {
  const log = new FrameLog();
  log.add('sent', '{"event":"PONG"}', 1);
  log.add('state', 'Closed with 1000', 2);
  expect(log.counts()).toEqual({ received: 0, sent: 1, characters: 0, byEvent: new Map() });
  log.clear();
  expect([log.frames(), log.counts().sent]).toEqual([[], 0]);
});

test('characters are counted in whole numbers', () => {
  const log = new FrameLog();
  expect(countsText(log.counts())).toBe('0 received, 0 sent, 0 characters');
  log.add('received', 'x'.repeat(1234), 0);
  expect(countsText(log.counts())).toBe('1 received, 0 sent, 1,234 characters');
});
