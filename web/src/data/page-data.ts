import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tidemark } from '@tidemark/sdk';
import type { Clock } from '../clock.ts';
import { Board } from './board.ts';
import { LiveStore } from './live-store.ts';
import { receiptQueue, type AskReceipt } from './receipt-queue.ts';
import { Reference } from './reference.ts';
import type { Session } from './session.ts';

/**
 * Shared by all views: one client, one connection, one copy of each list. Created at sign-in, closed at
 * sign-out.
 */
export interface PageData {
  readonly session: Session;
  readonly tidemark: Tidemark;
  readonly live: LiveStore;
  readonly board: Board;
  readonly reference: Reference;
  /** All views request receipts through this. */
  readonly askReceipt: AskReceipt;
  readonly clock: Clock;
  /** Closes the connection and aborts all requests. */
  close(): void;
}

export function pageData(session: Session, tidemark: Tidemark, clock: Clock): PageData {
  const onRefused = () => session.signOut('The service no longer accepts this client. Sign in again.');
  const state = session.state.peek();
  const isPolled =
    state.kind === 'signedIn' && state.identity.kind === 'token' && state.identity.streamToken === undefined;
  const live = new LiveStore({ tidemark, clock, onRefused, isPolled });
  const board = new Board({ tidemark, live, clock, onRefused });
  const reference = new Reference(tidemark, clock);
  const close = () => [live, board, reference].forEach((each) => each.close());
  const askReceipt = receiptQueue(tidemark);
  return { session, tidemark, live, board, reference, askReceipt, clock, close };
}

export const PageContext = createContext<PageData | undefined>(undefined);

/** Only within the shell, which is shown only after sign-in. */
export function usePage(): PageData {
  const page = useContext(PageContext);
  if (!page) throw new Error('a view was used outside of the shell');
  return page;
}
