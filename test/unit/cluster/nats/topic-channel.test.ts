import { expect, test } from 'vitest';
import { TopicChannel } from '../../../../src/cluster/nats/topic-channel.ts';

function openChannel(isRetained = false) {
  const received: unknown[] = [];
  const missed: number[] = [];
  const refused: string[] = [];
  const channel = new TopicChannel({
    isRetained,
    missed: (count) => missed.push(count),
    refused: (refusal) => refused.push(refusal),
  });
  channel.subscribe(((message: unknown) => received.push(message)) as (message: never) => void);
  const arrive = (publisher: string, number: number) =>
    channel.arrive({ publisher, number, message: `${publisher}${number}` });
  return { channel, arrive, received, missed, refused };
}

test('messages of several publishers are delivered by number, and lost ones are counted', () => {
  const { arrive, received, missed, refused } = openChannel();
  arrive('a', 1);
  arrive('b', 7);
  arrive('a', 2);
  arrive('a', 5);
  expect(received).toEqual(['a1', 'b7', 'a2', 'a5']);
  expect(missed).toEqual([2]);
  expect(refused).toEqual([]);
});

test('a message that is not delivered because of its number is reported', () => {
  const { arrive, received, refused } = openChannel();
  arrive('a', 2);
  arrive('a', 2);
  arrive('a', 1);
  expect(received).toEqual(['a2']);
  expect(refused).toEqual(['out-of-order', 'out-of-order']);
});

test('an implausible number does not block later messages', () => {
  const { arrive, received, missed, refused } = openChannel();
  arrive('a', 1);
  arrive('a', Number.MAX_SAFE_INTEGER);
  arrive('a', 2);
  expect(received).toEqual(['a1', 'a2']);
  expect(missed).toEqual([]);
  expect(refused).toEqual(['jump']);
});

test('a restarted publisher has another name and starts with any number', () => {
  const { arrive, received, refused } = openChannel();
  arrive('a', 900);
  arrive('b', 1);
  expect(received).toEqual(['a900', 'b1']);
  expect(refused).toEqual([]);
});

test('a retained message that arrives again after a lost connection is not an error', () => {
  const { channel, arrive, received, refused } = openChannel(true);
  arrive('a', 3);
  channel.holdBack();
  arrive('a', 3);
  channel.retainedFound({ publisher: 'a', number: 2, message: 'a2' });
  expect(received).toEqual(['a3']);
  expect(refused).toEqual([]);
  arrive('a', 2);
  expect(refused).toEqual(['out-of-order']);
});
