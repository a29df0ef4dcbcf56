import { NO_TRUST, UNSIGNED, type MessageTrust } from '../../src/cluster/nats/messages/message-trust.ts';
import type { OutgoingMessage } from '../../src/cluster/nats/messages/packing.ts';
import { digestOf, type WholeMessage } from '../../src/cluster/nats/messages/pieces.ts';

/** A message from a process whose nodes trust each other, or which signs. */
export function sentAs(
  publisher: string,
  number: number,
  trust: MessageTrust = NO_TRUST,
  purpose = 'test',
): OutgoingMessage {
  return { publisher, number, purpose, trust };
}

/** A message of these bytes without a signature. */
export function unsignedMessage(
  publisher: string,
  number: number,
  bytes: Buffer,
  deflated = false,
): WholeMessage {
  return { publisher, number, deflated, bytes, sentAt: 1, digest: digestOf(bytes), ...UNSIGNED };
}
