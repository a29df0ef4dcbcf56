import type { RaisedAlert } from '../../../alerts/rules/raised-alert.ts';
import { scopesOf } from '../../../alerts/rules/alert-rule.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Fields } from '../../../contract/messages.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Millis } from '../../../core/time.ts';
import { textFrame } from '../frames/frame.ts';
import type { Batch, Channel, Target } from './channel.ts';

const SCOPE: Scope = 'read:alerts';
const NOTHING: readonly Buffer[] = [];

/** The scopes that the data of one alert may need together. */
const NEEDS: readonly (readonly Scope[])[] = [
  ['read:index-ticker'],
  ['read:LX'],
  ['read:LX', 'read:index-ticker'],
  ['read:exchange-ticker'],
  ['read:operations'],
];

/** Alerts of the client itself: an item is a client together with the scopes that the data of its alerts needs. */
export class AlertChannel implements Channel {
  readonly name = 'ALERT';
  readonly fields = [];
  readonly scopes = [SCOPE];
  readonly at: Millis = -Infinity;
  readonly #items = new Map<string, number>();

  publish(raised: readonly RaisedAlert[]): Batch {
    const frames = new Map<number, Buffer[]>();
    for (const { rule, message } of raised) {
      const item = this.#items.get(keyOf(rule.clientId, scopesOf(rule.condition)));
      // The client has no subscription.
      if (item === undefined) continue;
      const frame = textFrame(JSON.stringify({ event: this.name, ...message }));
      frames.set(item, [...(frames.get(item) ?? []), frame]);
    }
    return new AlertBatch(frames);
  }

  /** Alerts about data that the token may not read are not sent to it. */
  resolve(_fields: Fields, { clientId, scopes }: Grant): Target {
    const readable = NEEDS.filter((needs) => needs.every((scope) => scopes.has(scope)));
    return { key: '', echo: {}, items: readable.map((needs) => this.#itemOf(keyOf(clientId, needs))) };
  }

  scopeOf(): Scope {
    return SCOPE;
  }

  groupOf(): number {
    return 0;
  }

  itemsOf(): Iterable<number> {
    return [];
  }

  currentOf(): undefined {
    return undefined;
  }

  currentOfGroup(): readonly Buffer[] {
    return NOTHING;
  }

  #itemOf(key: string): number {
    const item = this.#items.get(key) ?? this.#items.size;
    this.#items.set(key, item);
    return item;
  }
}

function keyOf(clientId: string, needs: readonly Scope[]): string {
  return [clientId, ...needs.toSorted()].join(' ');
}

/** Alerts that were raised together. */
class AlertBatch implements Batch {
  readonly #frames: ReadonlyMap<number, readonly Buffer[]>;

  constructor(frames: ReadonlyMap<number, readonly Buffer[]>) {
    this.#frames = frames;
  }

  frameOf(item: number): Buffer | undefined {
    const frames = this.#frames.get(item);
    return frames && Buffer.concat(frames);
  }

  messagesOf(item: number): readonly Buffer[] {
    return this.#frames.get(item) ?? NOTHING;
  }

  piecesOf(): readonly Buffer[] {
    return NOTHING;
  }

  countOf(): number {
    return 0;
  }

  itemsOf(): Iterable<number> {
    return this.#frames.keys();
  }

  currentOf(): undefined {
    return undefined;
  }
}
