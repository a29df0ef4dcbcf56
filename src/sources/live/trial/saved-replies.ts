import { OperatorError } from '../../../core/errors.ts';
import { readRegularFile } from '../../../disk/regular-file.ts';
import type { Requester, SentRequest } from '../declared/declared-list.ts';
import { MARKET_IN_URL, type ExchangeDefinition } from '../declared/exchange-definition.ts';

/**
 * Reads replies from files instead of the network, in the order of requests: market list first, then tickers. Of a list
 * with pages, the files are its first pages.
 */
export function savedReplies({ markets, tickers }: ExchangeDefinition, files: readonly string[]): Requester {
  const requests = [...(markets?.requests ?? []), ...tickers.requests];
  const hasPages = requests.some(({ pages, url }) => pages !== undefined || url.includes(MARKET_IN_URL));
  if (files.length < requests.length || (!hasPages && files.length > requests.length))
    throw new OperatorError(
      `--answer must name ${requests.length} ${requests.length === 1 ? 'file' : 'files'}, for ${requests.map(({ url }) => url).join(', ')}`,
    );
  const texts = files.map(contentOf);
  const byRequest = new Map<string, string | undefined>();
  return (request) => {
    const name = nameOf(request);
    if (!byRequest.has(name)) byRequest.set(name, texts[byRequest.size]);
    return Promise.resolve(byRequest.get(name));
  };
}

function nameOf({ url, body }: SentRequest): string {
  return JSON.stringify([url, body]);
}

function contentOf(file: string): string {
  try {
    return readRegularFile(file).toString('utf8');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
