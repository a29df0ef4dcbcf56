import { COMPAT_QUERY } from '../compat.ts';
import { TidemarkError } from '../errors.ts';
import type { OpenSocket } from './socket.ts';

/** What the SDK needs of a `WebSocket`: that of browsers, of Node 22 and of the package `ws` have it. */
export interface WebSocketLike {
  send(data: string): void;
  close(): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- each implementation has event types of its own
  addEventListener(type: 'message' | 'close' | 'error', listener: (event: any) => void): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** Throws where the platform has none. The token goes into the URL: a `WebSocket` takes no headers. */
export function webSocketOpener(WebSocket: WebSocketConstructor | undefined): OpenSocket {
  if (!WebSocket) throw new TidemarkError('no WebSocket here: give one');
  return (url, token, handlers) => {
    const socket = new WebSocket(`${url}?${COMPAT_QUERY}&access_token=${encodeURIComponent(token)}`);
    let isOver = false;
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      if (isOver) return;
      handlers.heard();
      handlers.message(String(data));
    });
    // A close event follows and says as much as there is to say; `ws` throws where none listens.
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
