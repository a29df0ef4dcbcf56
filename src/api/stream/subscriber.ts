import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { Client } from '../../auth/client-store.ts';
import type { LongLivedTokens } from '../../auth/tokens/long-lived-tokens.ts';
import { revocableId, type Grant } from '../../auth/tokens/token-verifier.ts';
import type { CloseReason } from '../../contract/close-codes.ts';
import type { Millis } from '../../core/time.ts';
import type { Batch, Channel, Target } from './channels/channel.ts';
import type { FanOut } from './channels/fan-out.ts';
import type { Plan } from './coverage.ts';
import { errorMessage } from './error-message.ts';
import type { WriteBatcher } from './frames/gathering.ts';
import type { Conversions, MessageForm } from './frames/message-form.ts';
import type { Timestamps } from './frames/timestamps.ts';
import type { MissedRange } from './replay/replay-pages.ts';
import type { Replay } from './replay/replay.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Transport } from './transport.ts';

/** What all subscribers share. */
export interface SubscriberParts {
  readonly channels: readonly Channel[];
  readonly clients: ClientRegistry;
  readonly longLived: LongLivedTokens;
  readonly fanOut: FanOut;
  readonly replay: Replay;
  readonly gathering: WriteBatcher;
  readonly conversions: Conversions;
  readonly timestamps: Timestamps;
  /** Called when the subscriber gets its first subscription to a channel, or has none left. */
  readonly attend: (subscriber: Subscriber, channel: Channel, attends: boolean) => void;
  readonly sent: (event: string, count: number) => void;
  readonly ended: (subscriber: Subscriber, closing: CloseReason | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** A client with a valid token, what it is subscribed to, and what it has been sent, whatever its transport. */
export class Subscriber {
  readonly clientId: string;
  readonly form: MessageForm;
  /** Number of the last batch sent to it; set by the fan-out. */
  caughtUp: number;
  readonly #parts: SubscriberParts;
  readonly #grant: Grant;
  readonly #transport: Transport;
  readonly #subscriptions: Subscriptions;
  /** The client when its scopes were last checked; a changed client is another object. */
  #client: Client | undefined;
  /** Whether it will get what was withheld as soon as it has read enough. */
  #awaitsRoom = false;

  constructor(transport: Transport, grant: Grant, parts: SubscriberParts) {
    this.clientId = grant.clientId;
    this.form = transport.form;
    this.caughtUp = parts.fanOut.published;
    this.#parts = parts;
    this.#grant = grant;
    this.#transport = transport;
    const { channels, gathering, conversions } = parts;
    const conversionOf = (event: string) => conversions.of(transport.form, event);
    this.#subscriptions = new Subscriptions(channels, transport.outbox, gathering, grant, conversionOf);
  }

  get subscriptionCount(): number {
    return this.#subscriptions.count;
  }

  get backlogBytes(): number {
    return this.#transport.outbox.backlogBytes;
  }

  planOf(channel: Channel): Plan {
    return this.#subscriptions.planOf(channel);
  }

  subscriptionNamed(channel: Channel, key: string): Target | undefined {
    return this.#subscriptions.get(channel, key);
  }

  deliver(channel: Channel, batch: Batch): void {
    if (!this.#allowed() || !this.#transport.open) return;
    const count = this.#subscriptions.deliver(channel, batch);
    if (this.#subscriptions.withholds(channel)) this.#catchUpLater();
    // A slot ends for what is subscribed to: a batch of another channel may come before the indices of its slot.
    else if (batch.at !== undefined && this.#subscriptions.countOf(channel) > 0)
      this.#transport.endSlot?.(batch.at, count);
    this.#parts.gathering.flush();
    this.#parts.sent(channel.name, count);
  }

  /** Called about twice a second. */
  check(now: Millis): void {
    if (this.#allowed()) this.#transport.check(now);
  }

  end(closing: CloseReason): void {
    this.#transport.end(closing);
  }

  /** Ends the connection without a reason, after an internal error. */
  destroy(): void {
    this.#transport.destroy();
  }

  /** The transport has ended. */
  ended(closing: CloseReason | undefined): void {
    for (const channel of this.#parts.channels) this.#parts.attend(this, channel, false);
    this.#parts.ended(this, closing);
  }

  /** Sends everything published: what is sent next comes after it, and concerns the subscriptions of then. */
  bringUpToDate(): void {
    this.#parts.fanOut.catchUp(this);
    this.#sendWithheld();
  }

  /** Sends the current value, then every later one. */
  subscribe(channel: Channel, target: Target): void {
    this.#subscriptions.add(channel, target);
    this.#subscriptions.sendCurrent(channel, target);
    this.#cover(channel, target);
  }

  /**
   * Sends missed ticks first, no faster than the client reads them; then live ones from the last missed one
   * on.
   */
  async resume(channel: Channel, target: Target, missed: Omit<MissedRange, 'upTo'>): Promise<void> {
    const { replay, sent } = this.#parts;
    this.#subscriptions.add(channel, target);
    const end = await this.#endOfMissed(channel, target, missed);
    for (let { after } = missed; this.#transport.open;) {
      const upTo = Math.min(channel.at, end);
      if (after >= upTo) break;
      const ticks = await replay.next({ ...missed, after, upTo }, this.#transport.outbox);
      this.#subscriptions.pass(channel, ticks.frames);
      sent(channel.name, ticks.count);
      after = ticks.upTo;
    }
    // Nothing was published since the last check: no gap. Waiting batches have been sent: no duplicates.
    this.bringUpToDate();
    this.#cover(channel, target, missed.after);
  }

  /** Sends the current value of each of these, its first subscriptions, then every later one. */
  subscribeToAll(channel: Channel, targets: readonly Target[]): void {
    for (const target of targets) this.subscribe(channel, target);
    this.#transport.endSlot?.(channel.at, targets.length);
  }

  /** Like `resume`, for its first subscriptions: slot by slot, so that it knows up to where it has all of them. */
  async resumeAll(channel: Channel, targets: readonly Target[], since: Millis): Promise<void> {
    const { replay, sent } = this.#parts;
    for (const target of targets) this.#subscriptions.add(channel, target);
    const series = targets.flatMap((target) => target.series ?? []);
    for (let after = since; this.#transport.open && after < channel.at;) {
      const missed = await replay.nextSlots(series, { after, upTo: channel.at }, this.#transport.outbox);
      if (!this.#transport.open) return;
      for (const { at, frames } of missed.slots) {
        this.#subscriptions.passEach(channel, frames);
        this.#transport.endSlot?.(at, frames.length);
        sent(channel.name, frames.length);
      }
      after = missed.upTo;
    }
    this.bringUpToDate();
    for (const target of targets) this.#cover(channel, target, since);
  }

  unsubscribe(channel: Channel, target: Target): void {
    this.#subscriptions.remove(channel, target);
    if (this.#subscriptions.countOf(channel) === 0) this.#parts.attend(this, channel, false);
  }

  /** After an internal error: the client must not continue with a gap, so it has to connect again and resume. */
  fail(error: unknown): void {
    this.#parts.failed(error);
    this.#transport.end('failure');
  }

  #catchUpLater(): void {
    if (this.#awaitsRoom) return;
    this.#awaitsRoom = true;
    void this.#transport.outbox.hasRoom().then(() => {
      this.#awaitsRoom = false;
      try {
        this.bringUpToDate();
      } catch (error) {
        this.fail(error);
      }
    });
  }

  /** Everything published must have been delivered, so that the newest values are not sent twice. */
  #sendWithheld(): void {
    const { channels, gathering, sent, timestamps } = this.#parts;
    for (const channel of channels) {
      if (!this.#transport.open || !this.#subscriptions.withholds(channel)) continue;
      const { sent: count, skipped } = this.#subscriptions.sendWithheld(channel);
      const conflated = { event: 'CONFLATED', skipped, timestamp: timestamps.now };
      this.#transport.write(conflated.event, JSON.stringify(conflated));
      this.#transport.endSlot?.(channel.at, count + 1);
      gathering.flush();
      sent(channel.name, count);
      sent(conflated.event, 1);
    }
  }

  /**
   * If the connection already receives the series, the missed range ends where that began. Otherwise it is
   * open.
   */
  async #endOfMissed(
    channel: Channel,
    { items: [item = -1] }: Target,
    missed: Omit<MissedRange, 'upTo'>,
  ): Promise<Millis> {
    const covered = this.#subscriptions.coverageOf(channel).coveredSince(item);
    if (!covered) return Infinity;
    if (!covered.withCurrent) return covered.from;
    const current = await this.#parts.replay.newestIn({ ...missed, upTo: covered.from });
    return current === undefined ? missed.after : current - 1;
  }

  #cover(channel: Channel, target: Target, resumedFrom?: Millis): void {
    if (!this.#transport.open) return;
    this.#subscriptions.cover(channel, target, resumedFrom);
    // Even if no items belong to it yet: the market may get some.
    this.#parts.attend(this, channel, true);
  }

  /** If the client was disabled or its token revoked, sends an error and closes. */
  #allowed(): boolean {
    const { clients, longLived, timestamps } = this.#parts;
    const tokenId = revocableId(this.#grant);
    const isRevoked = tokenId !== undefined && longLived.isRevoked(tokenId);
    const client = clients.findUsable(this.clientId);
    const isNarrowed = client !== undefined && this.#hasLostScopes(client);
    if (!isRevoked && client && !isNarrowed) return true;
    const why = isRevoked
      ? 'this token was revoked'
      : isNarrowed
        ? 'this client has lost scopes: connect again'
        : 'this client is disabled';
    this.#transport.end('token', errorMessage('401', why, timestamps.now));
    return false;
  }

  /** Whether the client has lost a scope that this connection uses. */
  #hasLostScopes(client: Client): boolean {
    if (client === this.#client) return false;
    if ([...this.#grant.scopes].some((scope) => !client.scopes.includes(scope))) return true;
    this.#client = client;
    return false;
  }
}
