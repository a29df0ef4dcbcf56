import type { Destinations } from './destinations.ts';
import { parseIp } from '../../core/network/ip-address.ts';

const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/i;

/** Where a webhook goes. */
export interface WebhookTarget {
  readonly url: URL;
  /** The host name, or the address without brackets. */
  readonly host: string;
}

/** What is wrong with the URL of an endpoint, for the client that gave it; or where it leads. */
export function readWebhookUrl(
  text: string,
  destinations: Pick<Destinations, 'allow'>,
): WebhookTarget | { readonly problem: string } {
  if (!URL.canParse(text)) return { problem: 'must be a URL, such as https://example.com/hooks/tidemark' };
  const url = new URL(text);
  if (url.protocol !== 'https:') return { problem: 'must begin with https://' };
  if (url.port !== '') return { problem: 'must use port 443' };
  if (url.username !== '' || url.password !== '') return { problem: 'must not contain a user or password' };
  if (url.hash !== '') return { problem: 'must not have a fragment' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = parseIp(host) !== undefined;
  if (isAddress && !destinations.allow(host)) return { problem: 'must have a public address' };
  if (!isAddress && !isName(host)) return { problem: 'must have a host name of the public DNS' };
  return { url, host };
}

/** A name with a dot whose last label is not a number: `localhost` and names of the local network have none. */
function isName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.every((label) => label !== '') && !NUMERIC_LABEL.test(labels.at(-1)!);
}
