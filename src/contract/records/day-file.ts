import { Type } from '../schema.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';

export const DayFile = Type.Record('DayFile', {
  name: Type.String({
    description: 'Name of the file; its content never changes',
    examples: ['mwa-2026-01-31.parquet'],
  }),
  day: Type.String({ format: 'date', description: 'The UTC day', examples: ['2026-01-31'] }),
  indexType: Type.Enum([...INDEX_TYPES]),
  bytes: Type.Integer({ minimum: 0, description: 'Size' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file' }),
});
