import { editedFrames, type MessageEdit } from './edited-frames.ts';
import { eventOpening, eventsOf } from './event-frame.ts';

/** How a client gets its messages. */
export interface MessageForm {
  /** Frames of a websocket, with or without compression, or server-sent events. */
  readonly encoding: 'frames' | 'deflated' | 'events';
  /** Whether it gets other shapes than the documented ones. */
  readonly isEdited: boolean;
}

/** Writes whole frames, which follow each other, in another form. */
export type Conversion = (frames: Buffer) => Buffer;

/** The conversions of the frames of a channel into the forms that clients get. */
export class Conversions {
  readonly #editOf: ((event: string) => MessageEdit) | undefined;

  /** `editOf`: the edit of messages for clients that get edited ones. */
  constructor(editOf?: (event: string) => MessageEdit) {
    this.#editOf = editOf;
  }

  /** Undefined if the frames are sent as they are. Compression is no conversion: single messages may go without it. */
  of({ encoding, isEdited }: MessageForm, event: string): Conversion | undefined {
    const edit = isEdited ? this.#editOf?.(event) : undefined;
    const edited = edit && ((frames: Buffer) => editedFrames(frames, edit));
    if (encoding !== 'events') return edited;
    const opening = eventOpening(event);
    return (frames) => eventsOf(edited ? edited(frames) : frames, opening);
  }
}
