import { oneOf, uuid } from '../../contract/parameter-kinds.ts';
import { DerivativeContractSchema } from '../../contract/records/derivative-contract.ts';
import { listOf } from '../../contract/schemas.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import { DERIVATIVE_TYPES } from '../../core/contract.ts';
import { CONTRACT_INCLUDES, type ContractAnswers } from '../../latest/derivatives/contract-answers.ts';
import { freshUntil } from '../http/answers/freshness.ts';
import { found, LOOKUP_FRESHNESS } from './lookup.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';

export const derivativeType = {
  kind: oneOf(DERIVATIVE_TYPES),
  description: 'Type of the contracts',
  required: true,
} as const;

export interface DerivativeContractParts {
  readonly contracts: ContractAnswers;
  readonly marketSpeed: number;
  readonly turns: Pick<LoopTurns, 'next'>;
}

export function derivativeContractRoutes({
  contracts,
  marketSpeed,
  turns,
}: DerivativeContractParts): DataRoute[] {
  return [
    dataRoute({
      path: '/derivatives/contract/{derivativeType}',
      operationId: 'listDerivativeContracts',
      summary: 'Contracts of one type on one exchange, sorted by market, expiration and name',
      tag: 'Derivatives',
      object: 'DerivativeContract',
      access: ['read:derivatives'],
      pathParameters: { derivativeType },
      query: {
        exchangeId: { kind: uuid, description: 'Id of the exchange', required: true },
        marketId: { kind: uuid, description: 'Only contracts on this market' },
        include: {
          kind: oneOf(CONTRACT_INCLUDES),
          description: 'Active contracts, expired contracts, or both (default: ACTIVE)',
        },
      },
      response: listOf(DerivativeContractSchema),
      handle: ({ path, query: { exchangeId, marketId, include = 'ACTIVE' }, marketTime }) => {
        const filter = { type: path.derivativeType, exchangeId, marketId, include };
        const answer = () => {
          const { prepared, until } = contracts.list(filter, marketTime);
          return {
            prepared,
            maxAgeSeconds: freshUntil(until, marketTime, marketSpeed, LOOKUP_FRESHNESS.maxAgeSeconds),
          };
        };
        const preparing = contracts.prepareList(filter, () => turns.next());
        return preparing ? preparing.then(answer) : answer();
      },
    }),
    dataRoute({
      path: '/derivatives/contract/{derivativeType}/{id}',
      operationId: 'getDerivativeContract',
      summary: 'One contract, active or expired',
      tag: 'Derivatives',
      object: 'DerivativeContract',
      access: ['read:derivatives'],
      pathParameters: {
        derivativeType,
        id: { kind: uuid, description: 'Id of the contract', required: true },
      },
      response: DerivativeContractSchema,
      handle: ({ path }) => found('contract of this type', contracts.one(path.derivativeType, path.id)),
    }),
  ];
}
