import { expect, test } from 'vitest';
import {
  FRESH_MS,
  QuestionFreshness,
  TopicFreshness,
} from '../../../../../src/cluster/nats/messages/freshness.ts';

const NOW = 1_000_000_000;
const LATER = NOW + 10 * FRESH_MS;

test('a passing message is refused once it is older than clocks differ', () => {
  const topic = new TopicFreshness(false);
  expect(topic.refusal(NOW, NOW + FRESH_MS)).toBeUndefined();
  expect(topic.refusal(NOW, NOW + FRESH_MS + 1)).toBe('old');
});

test('a retained message may be of any age, but not older than one that is known', () => {
  const topic = new TopicFreshness(true);
  expect(topic.refusal(NOW, LATER)).toBeUndefined();
  expect(topic.refusal(NOW + 2 * FRESH_MS, LATER)).toBeUndefined();
  expect(topic.refusal(NOW + FRESH_MS, LATER)).toBeUndefined();
  expect(topic.refusal(NOW + FRESH_MS - 1, LATER)).toBe('old');
});

test.each([true, false])(
  'no message is taken from the future (retained: %s), nor does one keep later ones away',
  (isRetained) => {
    const topic = new TopicFreshness(isRetained);
    expect(topic.refusal(NOW + FRESH_MS + 1, NOW)).toBe('future');
    expect(topic.refusal(NOW, NOW)).toBeUndefined();
  },
);

test('a question counts once for as long as it could be asked again', () => {
  const questions = new QuestionFreshness();
  const id = (number: number, sentAt: number) => ({ publisher: 'a', number, sentAt });
  for (let number = 1; number <= 1000; number++) {
    const sentAt = NOW + number * 1000;
    // The clock of the asker is ahead by as much as it may be.
    const now = sentAt - FRESH_MS;
    expect(questions.refusal(id(number, sentAt), now)).toBeUndefined();
    for (const again of [0, FRESH_MS / 2, FRESH_MS, 2 * FRESH_MS - 1000]) {
      const earlier = number - again / 1000;
      if (earlier >= 1) expect(questions.refusal(id(earlier, NOW + earlier * 1000), now)).toBe('repeated');
    }
  }
  expect(questions.refusal(id(1, NOW), NOW + FRESH_MS + 1)).toBe('old');
  expect(questions.refusal(id(2000, NOW + FRESH_MS + 1), NOW)).toBe('future');
});
