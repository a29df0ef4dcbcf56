import { Type } from '../../contract/schema.ts';
import type { FieldError } from '../../contract/errors.ts';
import { textParameter, uuid, type ParameterKind } from '../../contract/parameter-kinds.ts';
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
} from '../../core/numbers/decimal.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { ApiError } from '../http/errors.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { IndexSelectors } from './index-selectors.ts';
import type { WasSent } from '../http/routing/parameters.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';
import type { SeriesVersions } from '../pages/series-cursors.ts';

/** Decimal digits of a rate: the same as of GWA values. */
const RATE_DIGITS = 8;
/** An asset whose last GWA is older has no rate. */
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
  readonly versions: SeriesVersions;
}

/** The two assets of a conversion, each by id or by symbol. */
const ENDS = ['from', 'to'] as const;
type End = (typeof ENDS)[number];
type Query = Readonly<Record<string, unknown>>;

export function convertRoutes({ lookups, indexTickers, marketSpeed, versions }: ConvertParts): DataRoute[] {
  const names = new IndexNames(versions, indexTickers);
  const ends = { from: endSelectors(names, 'from'), to: endSelectors(names, 'to') };
  const valueOf = (assetId: string | undefined, field: string, marketTime: Millis) => {
    if (assetId === undefined || !lookups.catalogue.asset(assetId))
      throw new ApiError('NOT_FOUND', `${field} does not match any asset`);
    const price = indexTickers.priceOf({ indexType: 'GWA', indexId: assetId }, marketTime - RATE_LIFE_MS);
    if (price === undefined)
      throw new ApiError('NOT_FOUND', `the asset of ${field} has no rate at the moment`);
    return price;
  };
  return [
    dataRoute({
      path: '/convert',
      operationId: 'convert',
      summary: 'Conversion of an amount from one asset into another, at their reference prices',
      tag: 'Index tickers',
      object: 'Conversion',
      access: ['read:index-ticker'],
      query: {
        fromAssetId: { kind: uuid, description: 'The asset to convert; this or fromSymbol is required' },
        toAssetId: { kind: uuid, description: 'The asset to convert into; this or toSymbol is required' },
        fromSymbol: {
          kind: textParameter,
          description: 'The asset to convert, by symbol, such as BTC; case-sensitive',
        },
        toSymbol: { kind: textParameter, description: 'The asset to convert into, by symbol, such as EUR' },
        amount: { kind: amount, description: 'Amount to convert (default: 1)' },
      },
      together: (query, wasSent) => [
        ...ends.from.problems(query),
        ...ends.to.problems(query),
        ...missingEnds(wasSent),
      ],
      response: Conversion,
      alsoAnswers: [404],
      handle: ({ query, marketTime }) => {
        const from = valueOf(ends.from.idOf(query), fieldOf(query, 'from'), marketTime);
        const to = valueOf(ends.to.idOf(query), fieldOf(query, 'to'), marketTime);
        const rate = rateOf(from, to);
        const worth = multiplyDecimals(query.amount ?? ONE, rate);
        const body = JSON.stringify({ amount: formatDecimal(worth), rate: formatDecimal(rate) });
        const maxAgeSeconds = freshUntilNextTick(indexTickers.at, marketTime, marketSpeed);
        return { prepared: PreparedAnswer.ofJson(body), maxAgeSeconds };
      },
    }),
  ];
}

function endSelectors(names: IndexNames, end: End): IndexSelectors {
  return new IndexSelectors(names, 'Conversion', `${end}AssetId`, { [`${end}Symbol`]: 'symbol' });
}

/** The field that named the asset. */
function fieldOf(query: Query, end: End): string {
  return query[`${end}AssetId`] === undefined ? `${end}Symbol` : `${end}AssetId`;
}

function missingEnds(wasSent: WasSent): FieldError[] {
  return ENDS.filter((end) => !wasSent(`${end}AssetId`) && !wasSent(`${end}Symbol`)).map((end) => ({
    object: 'Conversion',
    field: `${end}AssetId`,
    rejectedValue: '',
    message: 'is required',
  }));
}

/** The rounded quotient. The amount is multiplied by it, so the returned rate is exactly the rate used. */
function rateOf(from: number, to: number): Decimal {
  const rounded = roundToSignificant(exactDecimal(from / to), RATE_DIGITS);
  return decimalFromNumber(decimalToNumber(rounded));
}
