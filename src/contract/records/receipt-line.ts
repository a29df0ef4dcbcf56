import { Type } from '../schema.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, datetime } from '../schemas.ts';
import { IndexReceipt } from './index-receipt.ts';

const ValueWithoutReceipt = Type.Record('ValueWithoutReceipt', {
  id: Uuid,
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  timestamp: datetime('The tick'),
  noReceipt: Type.String({ description: 'Why this value cannot be explained' }),
});

/** A line of a list of receipts. */
export const ReceiptLineSchema = Type.Union([IndexReceipt, ValueWithoutReceipt], { title: 'ReceiptLine' });
