import type {
  WebhookRequest,
  WebhookResult,
  WebhookTransport,
} from '../../src/alerts/delivery/webhook-transport.ts';

/** Takes the place of the network: keeps each webhook until the test asks for it. */
export class WebhookReceiver implements WebhookTransport {
  /** The answer to webhooks. */
  answer: WebhookResult | 'never' = { status: 204 };
  readonly #received: WebhookRequest[] = [];
  #wake: () => void = () => undefined;

  async send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookResult> {
    this.#received.push(request);
    this.#wake();
    if (this.answer !== 'never') return this.answer;
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
  }

  /** The oldest webhook that no test has taken; waits for one. */
  async next(): Promise<WebhookRequest> {
    for (;;) {
      const request = this.#received.shift();
      if (request) return request;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
