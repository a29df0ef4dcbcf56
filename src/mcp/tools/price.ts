import type { IndexTicker } from '../../../sdk/src/contract.ts';
import { instant, texts } from '../inputs.ts';
import { valueAt } from '../names.ts';
import { Refusal, type McpService } from '../service.ts';
import { tool } from '../tool.ts';
import { untrusted } from '../untrusted.ts';
import { flagsOf, latestOf, shownValue } from '../values.ts';

const MAX_NAMES = 20;

export const price = tool({
  name: 'price',
  title: 'Reference prices',
  description:
    'Reference prices, the latest or those at a past time: of an asset in USD (BTC, bitcoin), of a market in its quote asset (BTC_USD, ETH/BTC), of a liquid index in USD (BLX, ELX, XRPLX). The id of a price is an argument of receipt and check.',
  operations: ['listIndexTickers'],
  inputs: {
    names: {
      kind: texts(MAX_NAMES),
      description: 'Symbols, slugs, market names, names of liquid indices, or ids of indices',
      required: true,
    },
    at: {
      kind: instant,
      description: 'The values at or before this time, within the last 200 days; by default the latest',
    },
  },
  answer: async ({ names, at }, service) => {
    const found: (readonly [name: string, value: IndexTicker | Refusal])[] = [];
    for (const name of names) found.push([name, await valueOrRefusal(service, name, at)]);
    const [first, ...others] = found.flatMap(([, value]) => (value instanceof Refusal ? [] : [value]));
    if (!first) throw nothingOf(found.flatMap(([, value]) => (value instanceof Refusal ? [value] : [])));
    return {
      time: latestOf(first.timestamp, ...others.map(({ timestamp }) => timestamp)),
      flags: flagsOf(first, ...others),
      data: {
        prices: found.map(([name, value]) => ({
          name,
          ...(value instanceof Refusal ? shownRefusal(value) : shownValue(value)),
        })),
      },
    };
  },
});

/** One unknown name does not hide the prices of the others. */
async function valueOrRefusal(
  service: McpService,
  name: string,
  at: string | undefined,
): Promise<IndexTicker | Refusal> {
  try {
    return await valueAt(service, name, at);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function nothingOf(refusals: readonly Refusal[]): Refusal {
  const messages = refusals.map(({ message }) => message);
  return new Refusal(
    messages.join('; '),
    refusals.flatMap(({ details }) => details),
  );
}

function shownRefusal({ message, details }: Refusal): object {
  return { error: message, details: details.length > 0 ? details.map((each) => untrusted(each)) : undefined };
}
