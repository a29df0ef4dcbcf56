import type { RequestId, StreamErrorCode } from '../../contract/messages.ts';

export function errorMessage(
  code: StreamErrorCode,
  message: string,
  timestamp: string,
  requestId?: RequestId,
): string {
  const echo = requestId === undefined ? {} : { requestId };
  return JSON.stringify({ event: 'ERROR', code, message, timestamp, ...echo });
}
