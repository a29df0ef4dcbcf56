import type { RuleDraft } from '../../../alerts/alert-service.ts';
import {
  scopesOf,
  type AlertCondition,
  type AlertRule,
  type WatchedIndex,
} from '../../../alerts/rules/alert-rule.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { BodyValues } from '../../../contract/body-fields.ts';
import { cutRejected, type FieldError } from '../../../contract/errors.ts';
import {
  ALERT_FIELDS,
  FIELDS_OF_TYPE,
  type ALERT_CHANGE_FIELDS,
  type AlertType,
} from '../../../contract/records/alert.ts';
import { parseUuid } from '../../../core/ids/uuid.ts';
import { choiceText, type IndexNames } from '../../../latest/indices/index-names.ts';
import type { ServedMarket } from '../../../latest/market/served-market.ts';
import { ApiError, validationError } from '../../http/errors.ts';
import { requireScope } from '../../http/routing/authorisation.ts';

type AlertBody = BodyValues<typeof ALERT_FIELDS>;
type AlertChangeBody = BodyValues<typeof ALERT_CHANGE_FIELDS>;

export interface DraftParts {
  readonly versions: { readonly current: Pick<ServedMarket, 'catalogue' | 'series'> };
  readonly names: Pick<IndexNames, 'indicesOf'>;
}

type FieldName = keyof typeof ALERT_FIELDS;

/** Members that only some types have. */
const CONDITION_FIELDS: readonly FieldName[] = [
  'index',
  'otherIndex',
  'exchangeId',
  'threshold',
  'percent',
  'withinSeconds',
  'forSeconds',
  'flags',
  'hysteresis',
  'ignoreFlagged',
];

/**
 * A rule from the members of a request. Throws 400, and 403 if the grant lacks a scope of the rule's data.
 * `before`: the rule that a request changes.
 */
export function draftOf(
  body: AlertBody & { readonly type: AlertType },
  parts: DraftParts,
  grant: Grant,
  before?: AlertRule,
): RuleDraft {
  const errors = problemsOf(body);
  const indices = new Map<FieldName, WatchedIndex>();
  for (const field of ['index', 'otherIndex'] as const) {
    const name = body[field];
    const found = name === undefined ? undefined : (keptIndex(name, field, before) ?? findIndex(name, parts));
    if (found && 'problem' in found) errors.push(fieldError(field, name, found.problem));
    else if (found) indices.set(field, found);
  }
  const { exchangeId } = body;
  if (exchangeId !== undefined && !parts.versions.current.catalogue.exchange(exchangeId))
    errors.push(fieldError('exchangeId', exchangeId, 'is not an exchange'));
  if (errors.length > 0) throw validationError(errors);
  const condition = conditionOf(body, indices);
  for (const scope of scopesOf(condition)) requireScope(grant, [scope]);
  const { name, silencedUntil } = body;
  return {
    condition,
    ...(name !== undefined && { name }),
    ...(silencedUntil !== undefined && { silencedUntil }),
    ignoreFlagged: body.ignoreFlagged ?? true,
    cooldownSeconds: body.cooldownSeconds ?? 0,
    enabled: body.enabled ?? true,
    endpointIds: body.endpointIds ?? [],
  };
}

/** The members of a rule with those of a change. Throws 400 for another type: its members would mean something else. */
export function changedBody(
  rule: AlertRule,
  change: AlertChangeBody,
): AlertBody & { readonly type: AlertType } {
  const { condition, ...rest } = rule;
  const { type } = condition;
  if (change.type !== undefined && change.type !== type)
    throw validationError([
      fieldError('type', change.type, 'cannot be changed: create another alert, and delete this one'),
    ]);
  const { index, otherIndex, ...plain } = {
    index: undefined,
    otherIndex: undefined,
    ...(condition as Partial<Record<FieldName, unknown>>),
  } as { readonly index?: WatchedIndex; readonly otherIndex?: WatchedIndex };
  const { required, optional } = FIELDS_OF_TYPE[type];
  const before: Record<string, unknown> = {
    ...rest,
    ...plain,
    ...(index && { index: index.name ?? index.indexId }),
    ...(otherIndex && { otherIndex: otherIndex.name ?? otherIndex.indexId }),
  };
  const merged = Object.keys(ALERT_FIELDS).flatMap((field): [string, unknown][] => {
    const given = (change as Readonly<Record<string, unknown>>)[field];
    if (given !== undefined) return given === null ? [] : [[field, given]];
    const isOfType = [...required, ...optional].includes(field as FieldName);
    const isKept = isOfType || !CONDITION_FIELDS.includes(field as FieldName);
    return isKept && before[field] !== undefined ? [[field, before[field]]] : [];
  });
  return { ...(Object.fromEntries(merged) as AlertBody), type };
}

function problemsOf(body: AlertBody & { readonly type: AlertType }): FieldError[] {
  const { required, optional } = FIELDS_OF_TYPE[body.type];
  const missing = required.filter((field) => body[field] === undefined);
  const surplus = CONDITION_FIELDS.filter(
    (field) => body[field] !== undefined && ![...required, ...optional].includes(field),
  );
  return [
    ...missing.map((field) => fieldError(field, undefined, `is required for ${body.type}`)),
    ...surplus.map((field) => fieldError(field, body[field], `does not belong to ${body.type}`)),
  ];
}

function conditionOf(
  body: AlertBody & { readonly type: AlertType },
  indices: ReadonlyMap<FieldName, WatchedIndex>,
): AlertCondition {
  const { required, optional } = FIELDS_OF_TYPE[body.type];
  const members = [...required, ...optional].flatMap((field): [string, unknown][] => {
    const value = indices.get(field) ?? body[field];
    return value === undefined || field === 'ignoreFlagged' ? [] : [[field, value]];
  });
  return { type: body.type, ...Object.fromEntries(members) } as unknown as AlertCondition;
}

/** A rule stays with its index, also when the name is now that of another one. */
function keptIndex(
  text: string,
  field: 'index' | 'otherIndex',
  before: AlertRule | undefined,
): WatchedIndex | undefined {
  const condition = before?.condition as Partial<Record<string, unknown>> | undefined;
  const index = condition?.[field] as WatchedIndex | undefined;
  return index && (index.name ?? index.indexId) === text ? index : undefined;
}

/** By id, or by name as `names=` finds it. */
function findIndex(
  text: string,
  { versions, names }: DraftParts,
): WatchedIndex | { readonly problem: string } {
  const indexId = parseUuid(text);
  const indexType = indexId === undefined ? undefined : versions.current.series.typeOf(indexId);
  if (indexId !== undefined && indexType) return { indexId, indexType };
  const found = names.indicesOf(text);
  const [only] = found;
  if (!only) return { problem: 'is not the id or name of an index' };
  if (found.length === 1) return { ...only.series, name: text };
  return { problem: `is the name of several indices: ${choiceText(found)}` };
}

function fieldError(field: FieldName, value: unknown, message: string): FieldError {
  const shown = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return { object: 'Alert', field, rejectedValue: cutRejected(shown), message };
}

/** `type` is required in a new alert, so it is there once the body has been checked. */
export function withType(body: AlertBody): AlertBody & { readonly type: AlertType } {
  const { type } = body;
  if (type === undefined) throw new ApiError('BAD_REQUEST', 'type is required');
  return { ...body, type };
}
