import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { messageName } from '../../../src/contract/asyncapi.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';

test.each(MESSAGES.map((message) => [messageName(message), message] as const))(
  'the example of %s is as its schema says',
  (_name, { schema, example }) => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
  },
);
