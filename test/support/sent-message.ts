import { NO_TRUST, UNSIGNED, type MessageTrust } from '../../src/cluster/nats/messages/message-trust.ts';
import type { OutgoingMessage } from '../../src/cluster/nats/messages/packing.ts';
import { digestOf, type WholeMessage } from '../../src/cluster/nats/messages/pieces.ts';

/** The identity of a message, by default from nodes that trust each other without signatures. */
export function sentAs(
  publisher: string,
  number: number,
  trust: MessageTrust = NO_TRUST,
  purpose = 'test',
): OutgoingMessage {
  return { publisher, number, purpose, trust };
}

/** An unsigned message with these bytes. */
export function unsignedMessage(
  publisher: string,
  number: number,
  bytes: Buffer,
  deflated = false,
): WholeMessage {
  return { publisher, number, deflated, bytes, sentAt: 1, digest: digestOf(bytes), ...UNSIGNED };
}
