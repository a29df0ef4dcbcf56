import type { CloseReason } from '../../contract/close-codes.ts';
import type { Millis } from '../../core/time.ts';
import type { MessageForm } from './frames/message-form.ts';
import type { Outbox } from './frames/outbox.ts';

/** A connection to one client: a websocket, or a response of server-sent events. */
export interface Transport {
  readonly form: MessageForm;
  /** Where messages go, in the client's form. */
  readonly outbox: Outbox;
  /** Whether messages can be sent. */
  readonly open: boolean;
  /** Sends a message that is not of a channel. */
  write(event: string, text: string): void;
  /** The client has been sent everything up to this time, the last of it now if there is a count. Absent if it need not know that. */
  endSlot?(at: Millis, count: number): void;
  /** Periodic checks, called about twice a second. */
  check(now: Millis): void;
  /** Ends the connection. Data that wait for the client are dropped, so that it gets the reason at once. */
  end(closing: CloseReason, lastError?: string): void;
  /** Ends it without a reason, after an internal error. */
  destroy(): void;
}
