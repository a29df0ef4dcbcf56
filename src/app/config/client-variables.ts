/** Variables of commands that ask a service. `serve` does not use them, and does not take them for misspelt settings. */
export const CLIENT_VARIABLES = {
  url: 'TIDEMARK_URL',
  token: 'TIDEMARK_TOKEN',
  clientId: 'TIDEMARK_CLIENT_ID',
  clientSecret: 'TIDEMARK_CLIENT_SECRET',
  profile: 'TIDEMARK_PROFILE',
} as const;
