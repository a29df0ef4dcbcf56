import { expect, test } from 'vitest';
import { fromWireFrame, toWireFrame } from '../../../../src/cluster/remote/wire-frame.ts';
import { decode, encode } from '../../../../src/cluster/nats/messages/wire.ts';
import { frameOf, recordedTickOf } from '../../../../src/values/receipts/recorded-input.ts';
import { RecordedWorld } from '../../../support/recorded-world.ts';
import { bitsOf, frameAt, START } from '../../history/inputs/input-frames.ts';

test('a recorded frame of a tick arrives bit for bit, and is read as the same tick', () => {
  const world = new RecordedWorld();
  world.next();
  const tick = world.next();
  const frame = frameOf(tick);
  const arrived = fromWireFrame(decode(encode(toWireFrame(frame))));
  expect(bitsOf(arrived!)).toEqual(bitsOf(frame));
  expect(recordedTickOf(arrived!)).toEqual(recordedTickOf(frame));
  expect(recordedTickOf(arrived!).record).toEqual(tick.record);
});

test('bytes in a larger buffer are sent without the rest', () => {
  const large = Buffer.from('before rest after');
  const frame = { ...frameAt(START), rest: large.subarray(7, 11) };
  const arrived = fromWireFrame(decode(encode(toWireFrame(frame))));
  expect(arrived?.rest).toEqual(new TextEncoder().encode('rest'));
});

test.each([
  ['nothing', undefined],
  ['a word', 'not-kept'],
  ['no instant', { ...frameAt(START), at: 'now' }],
  ['no rest', { ...frameAt(START), rest: [1] }],
  ['no columns', { ...frameAt(START), columns: {} }],
  ['a column of another kind', { ...frameAt(START), columns: [{ numbers: new Uint32Array(1) }] }],
  [
    'a column that follows itself',
    { ...frameAt(START), columns: [{ numbers: new Uint8Array(1), follows: 0 }] },
  ],
  [
    'a column that follows one of another length',
    {
      ...frameAt(START),
      columns: [{ numbers: new Uint8Array(2) }, { numbers: new Uint8Array(1), follows: 0 }],
    },
  ],
])('%s is not a frame', (_, sent) => {
  expect(fromWireFrame(sent)).toBeUndefined();
});
