import type { DeliveryProblem } from '../../contract/records/alert.ts';
import type { Millis } from '../../core/time.ts';

/** A message as it goes over the wire. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of a request. Nothing of the response's body, and no text of an error, gets here. */
export type WebhookResult =
  | {
      readonly status: number;
      /** Of the header `Retry-After`: how long to wait. */
      readonly retryAfterMs?: Millis;
    }
  | { readonly problem: Extract<DeliveryProblem, 'TIMEOUT' | 'DNS' | 'ADDRESS' | 'CONNECTION'> };

/** Sends webhooks. Never rejects, unless the signal aborts. */
export interface WebhookTransport {
  send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookResult>;
}
