import { editedFrames, type MessageEdit } from './edited-frames.ts';
import { eventOpening, eventsOf } from './event-frame.ts';

/** The format in which a client receives messages. */
export interface MessageForm {
  /** Frames of a websocket, with or without compression, or server-sent events. */
  readonly encoding: 'frames' | 'deflated' | 'events';
  /** Whether messages are edited into shapes other than the documented ones. */
  readonly isEdited: boolean;
}

/** Converts a sequence of whole frames to another format. */
export type Conversion = (frames: Buffer) => Buffer;

/** Converts the frames of a channel to the formats that clients receive. */
export class Conversions {
  readonly #editOf: ((event: string) => MessageEdit) | undefined;

  /** `editOf`: the edit of an event for clients that receive edited messages. */
  constructor(editOf?: (event: string) => MessageEdit) {
    this.#editOf = editOf;
  }

  /** Undefined if the frames are sent as they are. Compression is not a conversion: single messages may be sent uncompressed. */
  of({ encoding, isEdited }: MessageForm, event: string): Conversion | undefined {
    const edit = isEdited ? this.#editOf?.(event) : undefined;
    const edited = edit && ((frames: Buffer) => editedFrames(frames, edit));
    if (encoding !== 'events') return edited;
    const opening = eventOpening(event);
    return (frames) => eventsOf(edited ? edited(frames) : frames, opening);
  }
}
