import { expect, test } from 'vitest';
import {
  FRESH_MS,
  QuestionFreshness,
  TopicFreshness,
} from '../../../../../src/cluster/nats/messages/freshness.ts';

const NOW = 1_000_000_000;
const LATER = NOW + 10 * FRESH_MS;

test('a passing message is refused once it is older than the clock tolerance', () => {
  const topic = new TopicFreshness(false);
  expect(topic.refusal(NOW, NOW + FRESH_MS)).toBeUndefined();
  expect(topic.refusal(NOW, NOW + FRESH_MS + 1)).toBe('old');
});

test('a retained message may have any age, but not be older than a known one', () => {
  const topic = new TopicFreshness(true);
  expect(topic.refusal(NOW, LATER)).toBeUndefined();
  expect(topic.refusal(NOW + 2 * FRESH_MS, LATER)).toBeUndefined();
  expect(topic.refusal(NOW + FRESH_MS, LATER)).toBeUndefined();
  expect(topic.refusal(NOW + FRESH_MS - 1, LATER)).toBe('old');
});

test.each([true, false])(
  'no message from the future is accepted (retained: %s), and none blocks later ones',
  (isRetained) => {
    const topic = new TopicFreshness(isRetained);
    expect(topic.refusal(NOW + FRESH_MS + 1, NOW)).toBe('future');
    expect(topic.refusal(NOW, NOW)).toBeUndefined();
  },
);

test('a request counts once as long as it could be replayed', () => {
  const questions = new QuestionFreshness();
  const id = (number: number, sentAt: number) => ({ publisher: 'a', number, sentAt });
  for (let number = 1; number <= 1000; number++) {
    const sentAt = NOW + number * 1000;
    // The clock of the sender is ahead by the tolerance.
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
