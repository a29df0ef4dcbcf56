/** For symbols shared by several well-known assets: slugs of the assets that exchanges mean by them today. */
export const USUAL_ASSETS: ReadonlySet<string> = new Set(
  (
    'ac-milan-fan-token apecoin-dao as-monaco-fan-token bittorrent blockv bytom decentral-games gitcoin green-metaverse-token ' +
    'green-satoshi-token harmony holo inverse-finance litentry metahero mirror-protocol monacoin playdapp pnetwork revain stacks ' +
    'star-atlas-dao synapse toncoin truefi uno-re'
  ).split(' '),
);
