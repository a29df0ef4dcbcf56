import type { ClientMessage, IndexTicker, ServerMessage } from '../contract.ts';
import type { Line } from './line.ts';

export type Channel = 'INDEX_TICKER' | 'EXCHANGE_TICKER' | 'TRADE' | 'ALERT';

/** What a subscription is about. */
export interface Subject {
  readonly channel: Channel;
  readonly indexId?: string;
  readonly indexType?: IndexTicker['indexType'];
  readonly exchangeId?: string | undefined;
  readonly marketId?: string | undefined;
}

/** A subject and its readers. */
export class Topic {
  readonly subject: Subject;
  /** The readers, with the time at which each joined, by the local clock. */
  // oxlint-disable-next-line typescript/no-explicit-any -- of the channel's records
  readonly lines = new Map<Line<any>, number>();
  /** Where the stream continues after a reconnect: the timestamp of the last tick, for a single index. */
  resumeAfter: string | undefined;
  isConfirmed = false;
  /** Whether the service may leave out ticks, as last requested. */
  isConflated = false;
  /** Number of rate-limit refusals. */
  refusals = 0;

  constructor(subject: Subject, resumeAfter?: string) {
    this.subject = subject;
    this.resumeAfter = resumeAfter;
  }

  /** Gives up resuming from the stream: missing ticks are read from history after the next subscription. */
  dropResume(): void {
    this.resumeAfter = undefined;
    for (const line of this.lines.keys()) line.gapPossible?.();
  }

  message(action: 'SUBSCRIBE' | 'UNSUBSCRIBE', requestId: number): ClientMessage {
    const { channel, ...fields } = this.subject;
    if (action === 'UNSUBSCRIBE')
      return { event: `${action}_${channel}`, ...fields, requestId } as ClientMessage;
    this.isConflated = [...this.lines.keys()].every(({ conflates }) => conflates);
    const conflate = this.isConflated ? true : undefined;
    const since = this.resumeAfter;
    return { event: `${action}_${channel}`, ...fields, since, conflate, requestId } as ClientMessage;
  }
}

export function keyOf({ channel, ...fields }: Subject): string {
  if (channel === 'ALERT') return channel;
  return channel === 'INDEX_TICKER'
    ? `${channel} ${fields.indexId ?? fields.indexType}`
    : `${channel} ${fields.exchangeId ?? '*'} ${fields.marketId ?? '*'}`;
}

export type Message = Extract<ServerMessage, { event: Channel }>;

/** The topics that a record belongs to, narrowest first. */
export function keysOf(message: Message): string[] {
  const { event: channel } = message;
  if (channel === 'ALERT') return [channel];
  if (channel === 'INDEX_TICKER') return [`${channel} ${message.indexId}`, `${channel} ${message.indexType}`];
  const { exchangeId, marketId } = message;
  return [`${exchangeId} ${marketId}`, `${exchangeId} *`, `* ${marketId}`].map((key) => `${channel} ${key}`);
}
