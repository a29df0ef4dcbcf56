import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { asyncApiDocument, messageName } from '../../../src/contract/asyncapi.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';

test.each(MESSAGES.map((message) => [messageName(message), message] as const))(
  'the example of %s is as its schema says',
  (_name, { schema, example }) => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
  },
);

test('a service without alerts does not document their messages', () => {
  const settings = { wsUrl: 'wss://prices.example.com', version: '1', origin: 'live' } as const;
  const namesIn = (hasAlerts: boolean) => {
    const { components, channels, operations } = asyncApiDocument({ ...settings, hasAlerts }) as {
      components: { messages: object };
      channels: { stream: { messages: object } };
      operations: object;
    };
    expect(Object.keys(channels.stream.messages)).toEqual(Object.keys(components.messages));
    const without = !JSON.stringify(operations).includes('ALERT');
    expect(without).toBe(!hasAlerts);
    return Object.keys(components.messages);
  };
  const all = namesIn(true);
  expect(all.filter((name) => !namesIn(false).includes(name)).toSorted()).toEqual([
    'ALERT',
    'SUBSCRIBED_ALERT',
    'SUBSCRIBE_ALERT',
    'UNSUBSCRIBED_ALERT',
    'UNSUBSCRIBE_ALERT',
  ]);
});
