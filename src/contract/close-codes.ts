/** The reasons for which the server closes a connection. The ws library sends the protocol's own codes (1002, 1007, 1009). */
export const CLOSE_REASONS = {
  token: { code: 1008, reason: 'token refused' },
  connections: { code: 1008, reason: 'policy: too many connections' },
  flood: { code: 1008, reason: 'policy: too many messages' },
  silence: { code: 1008, reason: 'ping time-out' },
  failure: { code: 1011, reason: 'internal error: connect again and resume' },
  restart: { code: 1012, reason: 'service restart' },
  backlog: { code: 1013, reason: 'backlog: the client reads too slowly' },
  revocations: { code: 1013, reason: 'try again later: revocations are not known' },
} as const;

export type CloseReason = keyof typeof CLOSE_REASONS;

/** Every close code that a client may see, with what to do about it. */
export const CLOSE_CODES: Readonly<Record<number, string>> = {
  1002: 'Protocol error: the frame breaks RFC 6455',
  1007: 'A text frame that is not UTF-8',
  1008: 'Token refused, policy (too many connections or messages) or ping time-out: the reason says which',
  1009: 'A message over 64 KiB',
  1011: 'The server failed, for example while reading history for a resume: connect again, after a delay, and resume',
  1012: 'The service restarts: connect again, after a random delay',
  1013: 'Backlog: the client reads too slowly; subscribe to less or read faster. Try again later: the token cannot be checked at the moment; connect again, after a delay',
};
