import { Type } from '../schema.ts';

export const TokenRequestBody = Type.Object(
  {
    grant_type: Type.Enum(['client_credentials']),
    client_id: Type.String({ description: 'Not needed with HTTP Basic' }),
    client_secret: Type.String({ description: 'Not needed with HTTP Basic' }),
    audience: Type.String({ description: 'The REST or the websocket URL of this service' }),
    resource: Type.Optional(Type.String({ description: 'The name of audience in RFC 8707' })),
    scope: Type.Optional(
      Type.String({ description: 'A subset of the scopes that the client is registered for' }),
    ),
  },
  { title: 'TokenRequest' },
);

export const TokenResponse = Type.Record('Token', {
  access_token: Type.String(),
  scope: Type.String({ description: 'Space separated' }),
  expires_in: Type.Integer({ description: 'Seconds' }),
  token_type: Type.Enum(['Bearer']),
});
