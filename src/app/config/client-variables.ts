/**
 * Environment variables of commands that call a service. `serve` ignores them and does not report them as
 * misspelt settings.
 */
export const CLIENT_VARIABLES = {
  url: 'TIDEMARK_URL',
  token: 'TIDEMARK_TOKEN',
  clientId: 'TIDEMARK_CLIENT_ID',
  clientSecret: 'TIDEMARK_CLIENT_SECRET',
  profile: 'TIDEMARK_PROFILE',
} as const;
