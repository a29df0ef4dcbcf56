import { expect, test } from 'vitest';
import type { Batch, Channel } from '../../../../src/api/stream/channels/channel.ts';
import { FanOut } from '../../../../src/api/stream/channels/fan-out.ts';
import { InFlightBudget } from '../../../../src/api/stream/frames/in-flight-budget.ts';
import { Subscriber, type SubscriberParts } from '../../../../src/api/stream/subscriber.ts';
import type { Transport } from '../../../../src/api/stream/transport.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';

const SLOT = Date.UTC(2026, 2, 1, 12);
const ITEM = 0;
const VALUE = Buffer.from('a value');

/** A channel with one item. */
function channelOf(name: string): Channel {
  const channel = {
    name,
    at: SLOT,
    scopeOf: () => 'read:index-ticker',
    groupOf: () => 0,
    itemsOf: () => [ITEM],
    currentOf: () => undefined,
  };
  return channel as unknown as Channel;
}

/** The value of that item in the next slot. */
const BATCH: Batch = {
  at: SLOT + 1,
  frameOf: () => VALUE,
  messagesOf: () => [VALUE],
  piecesOf: () => [VALUE],
  countOf: () => 1,
  itemsOf: () => [ITEM],
  currentOf: () => ({ at: SLOT + 1, frame: VALUE }),
};

const GRANT = { clientId: 'a', scopes: new Set(['read:index-ticker']) } as unknown as Grant;

test('a batch of another channel that comes before the indices of its slot does not end the slot', () => {
  const [tickers, indices] = [channelOf('EXCHANGE_TICKER'), channelOf('INDEX_TICKER')];
  const failures: unknown[] = [];
  const fanOut = new FanOut({ now: () => 0, nextTurn: () => undefined }, new InFlightBudget(), {
    served: () => undefined,
    failed: (error) => failures.push(error),
  });
  const sent: string[] = [];
  const parts = {
    channels: [tickers, indices],
    fanOut,
    clients: { findUsable: () => ({ scopes: [...GRANT.scopes] }) },
    longLived: { isRevoked: () => false },
    conversions: { of: () => undefined },
    gathering: { add: () => sent.push('value'), flush: () => undefined },
    attend: () => undefined,
    sent: () => undefined,
  } as unknown as SubscriberParts;
  const form = { encoding: 'frames', isEdited: false };
  const outbox = { closed: false };
  const endSlot = (at: number, count: number) => void sent.push(`end of ${at - SLOT} with ${count}`);
  const events = new Subscriber({ form, outbox, open: true, endSlot } as unknown as Transport, GRANT, parts);
  const websocket = new Subscriber({ form, outbox, open: true } as unknown as Transport, GRANT, parts);
  events.subscribe(indices, { key: 'a', items: [ITEM], echo: {} });
  fanOut.publish(tickers, BATCH, [websocket]);
  fanOut.publish(indices, BATCH, [events]);
  // As a resume does at its end, while the tickers still go out to others.
  events.bringUpToDate();
  expect(sent).toEqual(['value', 'end of 1 with 1']);
  expect(failures).toEqual([]);
});
