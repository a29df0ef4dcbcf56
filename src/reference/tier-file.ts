import { TRUST_TIERS, type Exchange, type TrustTier } from '../core/exchange.ts';
import { OperatorError } from '../core/errors.ts';
import { isObject } from '../core/text/is-object.ts';
import { readRegularFile } from '../disk/regular-file.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import { exchangeKey } from './names/current-names.ts';

const FORMAT = 1;
const MEMBERS = new Set(['exchange', 'tier', 'since', 'reason']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The operator's own tiers by `exchangeKey`, which replace the shipped ones. */
export type OwnTiers = ReadonlyMap<string, TrustTier>;

/**
 * Reads the operator's file; an error lists all problems. Each decision has a day and a reason, like the shipped ones.
 */
export function readTiers(path: string): OwnTiers {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readRegularFile(path).toString('utf8'));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `${path} ${error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'}`,
    );
  }
  const problems = problemsOf(parsed);
  if (problems.length > 0) throw new OperatorError(`${path}: ${problems.join('; ')}`);
  const { tiers } = parsed as { tiers: readonly { exchange: string; tier: TrustTier }[] };
  return new Map(tiers.map(({ exchange, tier }) => [exchangeKey(exchange), tier]));
}

function problemsOf(file: unknown): string[] {
  if (!isObject(file) || file['format'] !== FORMAT) return [`format must be ${FORMAT}`];
  const { tiers } = file;
  if (!Array.isArray(tiers)) return ['tiers must be a list'];
  const seen = new Set<unknown>();
  return tiers.flatMap((row: unknown, i) => {
    const place = `tiers[${i}]`;
    if (!isObject(row)) return [`${place} must be an object`];
    const problems = Object.keys(row).flatMap((name) =>
      MEMBERS.has(name) ? [] : [`${place}.${name} is unknown`],
    );
    const { exchange, tier, since, reason } = row;
    if (!isText(exchange)) problems.push(`${place}.exchange must be the name of an exchange`);
    const key = isText(exchange) ? exchangeKey(exchange) : exchange;
    if (seen.has(key)) problems.push(`${place} lists ${String(exchange)} again`);
    seen.add(key);
    if (!TRUST_TIERS.some((known) => known === tier)) problems.push(`${place}.tier must be A or B`);
    if (!isText(since) || !DAY.test(since) || Number.isNaN(Date.parse(since)))
      problems.push(`${place}.since must be a day such as 2026-11-16`);
    if (!isText(reason)) problems.push(`${place}.reason must say why`);
    return problems;
  });
}

/** Applies these tiers. Exchanges whose tier does not change remain the same objects. */
export function withTiers(data: ReferenceContent, tiers: OwnTiers): ReferenceContent {
  const withTier = (exchange: Exchange): Exchange => {
    const tier = tiers.get(exchangeKey(exchange.name));
    return tier === undefined || tier === exchange.tier ? exchange : { ...exchange, tier };
  };
  return { ...data, exchanges: data.exchanges.map(withTier) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
