import { Type } from 'typebox';
import { uuid, type ParameterKind } from '../../contract/parameter-kinds.ts';
import { Conversion } from '../../contract/records/conversion.ts';
import {
  decimalFromNumber,
  decimalToNumber,
  exactDecimal,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundToSignificant,
  type Decimal,
} from '../../core/decimal.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import type { Lookups } from '../../latest/lookups.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { ApiError } from '../errors.ts';
import { freshUntilNextTick } from './freshness.ts';
import { dataRoute, type DataRoute } from './route.ts';

/** Digits of a rate: as many as the GWA values it comes from have. */
const RATE_DIGITS = 8;
/** An asset without a GWA for longer has no rate. */
const RATE_LIFE_MS = DAY_MS;
const ONE: Decimal = { units: 1n, scale: 0 };

const amount: ParameterKind<Decimal> = {
  schema: Type.String({ pattern: '^\\d{1,30}(?:\\.\\d{1,30})?$' }),
  parse: (text) => (/^\d{1,30}(?:\.\d{1,30})?$/.test(text) ? parseDecimal(text) : undefined),
  expects: 'must be a plain decimal that is not negative, with up to 30 digits before and after the point',
};

export interface ConvertParts {
  readonly lookups: Lookups;
  readonly indexTickers: IndexTickers;
  readonly marketSpeed: number;
}

export function convertRoutes({ lookups, indexTickers, marketSpeed }: ConvertParts): DataRoute[] {
  const valueOf = (assetId: string, field: string, marketTime: Millis) => {
    if (!lookups.catalogue.asset(assetId)) throw new ApiError('NOT_FOUND', `${field} names no asset`);
    const price = indexTickers.priceOf({ indexType: 'GWA', indexId: assetId }, marketTime - RATE_LIFE_MS);
    if (price === undefined) throw new ApiError('NOT_FOUND', `the asset of ${field} has no rate now`);
    return price;
  };
  return [
    dataRoute({
      path: '/convert',
      operationId: 'convert',
      summary: 'An amount of one asset in another, by their reference prices',
      tag: 'Index tickers',
      object: 'Conversion',
      access: ['read:index-ticker'],
      pathParameters: {},
      query: {
        fromAssetId: { kind: uuid, description: 'The asset to convert', required: true },
        toAssetId: { kind: uuid, description: 'The asset to convert into', required: true },
        amount: { kind: amount, description: 'How much of it (1)' },
      },
      response: Conversion,
      alsoAnswers: [404],
      handle: ({ query, marketTime }) => {
        const from = valueOf(query.fromAssetId, 'fromAssetId', marketTime);
        const to = valueOf(query.toAssetId, 'toAssetId', marketTime);
        const rate = rateOf(from, to);
        const worth = multiplyDecimals(query.amount ?? ONE, rate);
        const body = JSON.stringify({ amount: formatDecimal(worth), rate: formatDecimal(rate) });
        const maxAgeSeconds = freshUntilNextTick(indexTickers.at, marketTime, marketSpeed);
        return { prepared: PreparedAnswer.ofJson(body), maxAgeSeconds };
      },
    }),
  ];
}

/** The quotient as the amount is multiplied with it: what is shown is what was used. */
function rateOf(from: number, to: number): Decimal {
  const rounded = roundToSignificant(exactDecimal(from / to), RATE_DIGITS);
  return decimalFromNumber(decimalToNumber(rounded));
}
