import { Type } from '../schema.ts';
import { INDEX_TYPES, FLAGS } from '../../core/index-value.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';
import { IntegrityHead } from './integrity-head.ts';

const Hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });
const Place = {
  index: Type.Integer({ minimum: 0, description: 'Position of the leaf, from 0' }),
  count: Type.Integer({ minimum: 1, description: 'Number of leaves of the tree' }),
};
const Path = Type.Array(Hash('SHA-256'), { description: 'Sibling hashes on the path to the root' });

const Record = Type.Object(
  {
    at: Type.Integer({ description: 'The tick, milliseconds since 1970' }),
    methodology: Type.String(),
    reference: Type.String({ description: 'Hash of the reference data' }),
    input: Type.String(),
    state: Type.String(),
    output: Type.String(),
    roots: Type.String({
      pattern: '^[\\w-]{128}$',
      description: 'Roots over values, inputs and the records of the day, 32 bytes each, base64url',
    }),
    previous: Type.String({ description: 'Hash of the previous record' }),
  },
  { title: 'TickRecord' },
);

export const ProofSchema = Type.Object(
  {
    slot: datetime('The tick'),
    leaves: Type.Array(
      Type.Object({ tree: Type.Enum(['values', 'inputs']), ...Place, hash: Hash('Hash of the leaf') }),
      { description: 'The leaves of the value and, in a receipt, of its inputs' },
    ),
    path: Type.Array(Path, { description: 'The path of each leaf' }),
    root: Type.Object(
      { values: Hash('Root over all values of the tick'), inputs: Hash('Root over their inputs') },
      { description: 'The roots in the record' },
    ),
    record: Record,
    head: Type.Optional(IntegrityHead),
    day: Type.Optional(
      Type.Object(
        { ...Place, path: Path, record: Record },
        {
          description:
            'If the head is of a later tick: the record of that tick, and the path from it to the record of this tick',
        },
      ),
    ),
  },
  {
    title: 'Proof',
    description:
      'Proves that the value, and the inputs of a receipt, are contained in the record of the tick, and that a signed head covers the record. Absent for ticks before methodology 3; has no head until one is signed',
  },
);

export const ValueProof = Type.Record('ValueProof', {
  id: Uuid,
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  timestamp: datetime('The tick'),
  price: quantity('The value itself'),
  volume: quantity('Its volume'),
  tickVolume: Type.Optional(quantity('LX only')),
  flags: Type.Array(Type.Enum([...FLAGS])),
  proof: ProofSchema,
});
