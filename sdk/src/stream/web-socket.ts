import { COMPAT_QUERY } from '../compat.ts';
import { TidemarkError } from '../errors.ts';
import type { OpenSocket } from './socket.ts';

/** The part of `WebSocket` that the SDK uses: browsers, Node 22 and the package `ws` have it. */
export interface WebSocketLike {
  send(data: string): void;
  close(): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- each implementation has event types of its own
  addEventListener(type: 'message' | 'close' | 'error', listener: (event: any) => void): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** Throws if the platform has none. The token is sent in the URL, because a `WebSocket` takes no headers. */
export function webSocketOpener(WebSocket: WebSocketConstructor | undefined): OpenSocket {
  if (!WebSocket) throw new TidemarkError('this platform has no WebSocket: pass one as an option');
  return (url, token, handlers) => {
    const socket = new WebSocket(`${url}?${COMPAT_QUERY}&access_token=${encodeURIComponent(token)}`);
    let isOver = false;
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      if (isOver) return;
      handlers.received();
      handlers.message(String(data));
    });
    // A close event with the details follows; `ws` throws if there is no listener.
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', ({ code, reason }: { code: number; reason: string }) => {
      if (isOver) return;
      isOver = true;
      handlers.closed(code, reason);
    });
    return {
      send: (text) => socket.send(text),
      close: () => {
        isOver = true;
        socket.close();
      },
    };
  };
}
