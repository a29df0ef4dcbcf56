import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { textParameter } from '../../../contract/parameter-kinds.ts';
import { Type } from '../../../contract/schema.ts';
import type { Asset } from '../../../core/asset.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import type { Parameters, Values } from '../../http/routing/parameters.ts';
import { dataRoute, type AnyRoute, type DataRoute } from '../../http/routing/route.ts';
import { beyondLimit } from '../readable-indices.ts';
import type { AdapterCall } from '../resource-reader.ts';
import { coinNotFound } from './errors.ts';
import { KEY_PARAMETERS } from './key.ts';
import type { PriceSource, Prices } from './prices.ts';

export interface CoinGeckoParts extends PriceSource {
  readonly prices: Prices;
  readonly indexTickers: IndexTickers;
  readonly marketSpeed: number;
}

/** A request of a CoinGecko client. */
export interface CoinCall<Q extends Parameters> extends AdapterCall {
  readonly query: Values<Q>;
  /** The coin in the path; throws 404 if there is none. */
  readonly coin: () => Asset;
}

interface CoinRoute<Q extends Parameters> {
  readonly path: string;
  readonly access: AnyRoute['access'];
  readonly query?: Q;
  /** Whether the handler itself refuses indices that a URL token may not read. */
  readonly checksLimit?: boolean;
  readonly answer: (call: CoinCall<Q>) => unknown;
}

/** An answer with parts of its range missing. */
export class IncompleteBody {
  readonly body: unknown;
  readonly incomplete: string | undefined;

  constructor(body: unknown, incomplete: string | undefined) {
    this.body = body;
    this.incomplete = incomplete;
  }
}

const ID = { id: { kind: textParameter, description: 'Id of a coin', required: true } } as const;
/** Keys are read before parameters, so they count as known ones. */
const KEYS = Object.fromEntries(
  KEY_PARAMETERS.map((name) => [name, { kind: textParameter, description: 'Key' }]),
) as Parameters;

export function coinRoute<Q extends Parameters = Record<never, never>>(
  { lookups, indexTickers, marketSpeed }: CoinGeckoParts,
  { path, access, query, checksLimit = false, answer }: CoinRoute<Q>,
): DataRoute {
  const coinWith = (slugName: unknown) => {
    const [coin] = lookups.catalogue.findAssets({ slugName: String(slugName), type: 'CRYPTO' });
    return coin ?? notFound();
  };
  return dataRoute({
    path,
    operationId: `coinGecko${path}`,
    summary: 'As the public API of CoinGecko',
    tag: 'CoinGecko',
    object: 'IndexTicker',
    access,
    pathParameters: path.includes('{id}') ? ID : {},
    query: { ...KEYS, ...query } as Parameters,
    response: Type.Object({}),
    handle: async (call) => {
      if (!checksLimit && (call.grant as Grant).url?.names) throw beyondLimit();
      const made = await answer({
        ...call,
        query: call.query as Values<Q>,
        coin: () => coinWith((call.path as Readonly<Record<string, unknown>>)['id']),
      });
      const { body, incomplete } =
        made instanceof IncompleteBody ? made : new IncompleteBody(made, undefined);
      return {
        prepared: new PreparedAnswer(Buffer.from(JSON.stringify(body)), undefined, incomplete),
        maxAgeSeconds: freshUntilNextTick(indexTickers.at, call.marketTime, marketSpeed),
      };
    },
  });
}

function notFound(): never {
  throw coinNotFound();
}
