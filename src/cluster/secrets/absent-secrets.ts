import type { ClientStore } from '../../auth/client-store.ts';
import { newHmacKey } from '../../auth/hmac-key.ts';
import type { KeyStore } from '../../auth/key-store.ts';
import type { LongLivedTokenStore } from '../../auth/tokens/long-lived-token.ts';
import { OperatorError } from '../../core/errors.ts';

/** Stores for roles without access to clients, keys and tokens: empty and read-only. */
const refuse = async (): Promise<never> => {
  throw new OperatorError('this node has no access to clients, keys and tokens');
};

const onChange = () => () => undefined;

export const absentKeys = (): KeyStore => ({ read: async () => [], change: refuse, onChange });

export const absentTokens = (): LongLivedTokenStore => ({
  read: async () => [],
  change: refuse,
  saveUses: async () => undefined,
  usesInOtherProcesses: async () => new Map(),
  onChange,
});

export const absentClients = (): ClientStore => ({
  hmacKey: newHmacKey(),
  read: async () => [],
  put: refuse,
  update: refuse,
  remove: refuse,
  onChange,
});
