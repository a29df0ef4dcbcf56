import type { Registry } from 'prom-client';
import { metricsIn } from '../http/metrics.ts';

/** Numbers of the stream that are read at a scrape. */
export interface ObservedStream {
  readonly connections: number;
  readonly subscriptions: number;
  readonly backlogBytes: number;
}

export interface StreamMetrics {
  countMessages(event: string, count: number): void;
  countEnd(reason: string): void;
  observeFanOut(event: string, seconds: number): void;
  /** From now on these are read at each scrape. */
  watch(stream: ObservedStream): void;
}

export function streamMetrics(registry: Registry): StreamMetrics {
  const { counter, counted, gauge } = metricsIn(registry);
  /** A plain map: it is counted for every client of a tick. */
  const messages = new Map<string, number>();
  counted(
    'tidemark_stream_messages_total',
    'Messages sent over the websocket and as server-sent events, by event; confirmations and answers to PING are not counted',
    'event',
    messages,
  );
  const ends = counter(
    'tidemark_stream_ended_total',
    'Websockets and streams of server-sent events that ended, by reason: client, or why the service ended them',
    'reason',
  );
  const fanOut = gauge(
    'tidemark_stream_fan_out_seconds',
    'Time from the publishing of the last batch until all its clients were served, by event',
    'event',
  );
  return {
    countMessages: (event, count) => {
      if (count > 0) messages.set(event, (messages.get(event) ?? 0) + count);
    },
    countEnd: (reason) => ends.inc({ reason }),
    observeFanOut: (event, seconds) => fanOut.set({ event }, seconds),
    watch: (stream) => watch(registry, stream),
  };
}

function watch(registry: Registry, stream: ObservedStream): void {
  const { observed } = metricsIn(registry);
  observed(
    'tidemark_stream_connections',
    'Websockets and streams of server-sent events with a good token',
    () => stream.connections,
  );
  observed(
    'tidemark_stream_subscriptions',
    'Subscriptions of all websockets and streams of server-sent events',
    () => stream.subscriptions,
  );
  observed(
    'tidemark_stream_backlog_bytes',
    'Bytes that wait in this process for clients of the websocket and of server-sent events',
    () => stream.backlogBytes,
  );
}
