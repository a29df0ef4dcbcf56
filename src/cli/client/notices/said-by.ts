import { plain } from './plain.ts';

/** What a service said, without the codes that stand before it; empty where it said nothing more. */
export function saidBy({ message }: Error): string {
  return plain(message).replace(/^\d{3}(?: [A-Z_]+)?(?:: |$)/, '');
}
