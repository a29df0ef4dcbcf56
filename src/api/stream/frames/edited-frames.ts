import { frameLength, headerLength, payloadOf, writeHeader } from './frame.ts';

/** Changes the text of a message; each character is one byte. */
export type MessageEdit = (text: string) => string;

/** The same sequence of frames, with each text edited. */
export function editedFrames(frames: Buffer, edit: MessageEdit): Buffer {
  const edited: Buffer[] = [];
  for (let at = 0; at < frames.length;) {
    const end = at + frameLength(frames, at);
    edited.push(editedFrame(frames.subarray(at, end), edit));
    at = end;
  }
  return edited.length === 1 ? edited[0]! : Buffer.concat(edited);
}

function editedFrame(frame: Buffer, edit: MessageEdit): Buffer {
  const text = edit(payloadOf(frame).toString('latin1'));
  const target = Buffer.allocUnsafe(headerLength(text.length) + text.length);
  target.write(text, writeHeader(target, 0, text.length), 'latin1');
  return target;
}
