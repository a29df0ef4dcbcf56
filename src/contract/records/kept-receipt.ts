import { Type } from '../schema.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, datetime } from '../schemas.ts';
import { IndexReceipt } from './index-receipt.ts';

export const KeptReceipt = Type.Record('KeptReceipt', {
  id: Uuid,
  name: Type.String({ description: 'Name of the index as configured by the operator, such as BTC' }),
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  timestamp: datetime('The tick'),
  times: Type.Array(Type.String({ examples: ['16:00 Europe/London'] }), {
    description: 'The daily times for which it is kept',
  }),
  tzdata: Type.String({
    description: 'Version of the time-zone data that the instant was computed with',
    examples: ['2025b'],
  }),
  receipt: IndexReceipt,
});
