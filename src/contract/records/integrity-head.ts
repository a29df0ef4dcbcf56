import { Type } from '../schema.ts';
import { datetime, Uuid } from '../schemas.ts';

const members = {
  slot: datetime('The tick'),
  recordHash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: "SHA-256 of the tick's record, which contains the hash of the previous record",
  }),
  keyId: Type.String({ description: 'The id of a key in /.well-known/tidemark-integrity.json' }),
  algorithm: Type.Literal('EdDSA'),
  signature: Type.String({
    description: 'Ed25519, base64url, of the UTF-8 text tidemark-head:v1:{slot}:{recordHash}',
  }),
};

export const IntegrityHead = Type.Record('IntegrityHead', members);

export const DayHead = Type.Record(
  'DayHead',
  {
    id: Uuid,
    ...members,
    timestampToken: Type.Optional(
      Type.String({
        description:
          'RFC 3161 token for the signed text, DER in base64; present if the operator has enabled timestamps',
      }),
    ),
  },
  { description: 'The head after the last tick of a day' },
);
