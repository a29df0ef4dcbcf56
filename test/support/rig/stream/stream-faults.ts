import type { Duplex } from 'node:stream';

/** A fault of the socket of an exchange. */
export interface StreamFault {
  readonly name: string;
  /** Replaces the handshake. */
  readonly answer?: (socket: Duplex) => void;
  /** Replaces these messages; `before`: number of messages already sent on this connection. */
  readonly says?: (texts: readonly string[], before: number) => readonly string[];
  readonly closesAfter?: (said: number) => boolean;
}

export function refusesWith(status: number): StreamFault {
  return {
    name: `refuses with ${status}`,
    answer: (socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
  };
}

export const HANGS_UP: StreamFault = { name: 'hangs up', answer: (socket) => socket.destroy() };

export function closesAfter(messages: number): StreamFault {
  return { name: `closes after ${messages} messages`, closesAfter: (said) => said >= messages };
}

export const SILENT: StreamFault = { name: 'silent', says: () => [] };

export const TRUNCATED: StreamFault = {
  name: 'truncated messages',
  says: (texts) => texts.map((text) => text.slice(0, text.length >> 1)),
};

export const HTML_MESSAGE: StreamFault = {
  name: 'HTML',
  says: () => ['<html><body>502 Bad Gateway</body></html>'],
};

export const TWICE: StreamFault = {
  name: 'every message twice',
  says: (texts) => texts.flatMap((text) => [text, text]),
};

export const BACKWARDS: StreamFault = { name: 'the newest first', says: (texts) => texts.toReversed() };

/** Valid JSON of any length. */
export function hugeMessage(bytes: number): StreamFault {
  return { name: 'huge message', says: (texts) => texts.map((text) => text.padEnd(bytes)) };
}
