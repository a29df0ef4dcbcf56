import { type ErrorObject, type FieldError, cutRejected } from '../../../contract/errors.ts';
import type { ParameterKind } from '../../../contract/parameter-kinds.ts';
import { validationError } from '../errors.ts';

export interface Parameter<T> {
  readonly kind: ParameterKind<T>;
  readonly description: string;
  readonly required?: boolean;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

type ValueOf<P> = P extends { readonly kind: ParameterKind<infer T>; readonly required: true }
  ? T
  : P extends { readonly kind: ParameterKind<infer T> }
    ? T | undefined
    : never;

/** Parsed parameters for a handler; undefined if not sent. */
export type Values<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** Whether a parameter was sent, even with an invalid value. */
export type WasSent = (field: string) => boolean;

const NOTHING: readonly FieldError[] = [];
/** Limits for echoing unknown parameter names in a header. */
const SAYABLE = /^[\w-]{1,32}$/;
const MAX_SAID = 10;

/** Parsed parameters, and all problems with them. */
export interface Checked<P extends Parameters> {
  readonly values: Values<P>;
  readonly errors: readonly FieldError[] | undefined;
  /** Unknown parameter names, for a header; undefined if there are none. */
  readonly ignored: string | undefined;
}

/**
 * Parses the declared parameters of a route. Unknown parameters are ignored, empty ones count as not sent,
 * and all problems are reported at once: `together` adds problems between parameters, which may change from
 * request to request. Everything else is parsed once per object that was sent.
 */
export class ParameterReader<P extends Parameters> {
  readonly #declared: readonly (readonly [string, Parameter<unknown>])[];
  readonly #names: ReadonlySet<string>;
  readonly #object: ErrorObject;
  readonly #together: ((values: Partial<Values<P>>, wasSent: WasSent) => readonly FieldError[]) | undefined;
  readonly #known = new WeakMap<object, Checked<P>>();

  constructor(
    declared: P,
    object: ErrorObject,
    together?: (values: Partial<Values<P>>, wasSent: WasSent) => readonly FieldError[],
  ) {
    this.#declared = Object.entries(declared);
    this.#names = new Set(Object.keys(declared));
    this.#object = object;
    this.#together = together;
  }

  /** Throws 400. */
  read(sent: Readonly<Record<string, unknown>>): Values<P> {
    const { values, errors } = this.check(sent);
    if (errors) throw validationError(errors);
    return values;
  }

  /** The values are only valid without errors. What was sent must not change afterwards. */
  check(sent: Readonly<Record<string, unknown>>): Checked<P> {
    let alone = this.#known.get(sent);
    if (!alone) this.#known.set(sent, (alone = this.#checkAlone(sent)));
    const { values, errors, ignored } = alone;
    const between = this.#together?.(values, (field) => isGiven(sent[field])) ?? NOTHING;
    return between.length === 0 ? alone : { values, errors: together(errors, between), ignored };
  }

  /** Checks each by itself. */
  #checkAlone(sent: Readonly<Record<string, unknown>>): Checked<P> {
    const values: Record<string, unknown> = {};
    let errors: FieldError[] | undefined;
    for (const [field, parameter] of this.#declared) {
      const given = sent[field];
      const value = typeof given === 'string' && given !== '' ? parameter.kind.parse(given) : undefined;
      if (value !== undefined) {
        values[field] = value;
        continue;
      }
      const message = refusalOf(parameter, given);
      if (message === undefined) continue;
      errors ??= [];
      errors.push({ object: this.#object, field, rejectedValue: cutRejected(asText(given)), message });
    }
    return { values: values as Values<P>, errors, ignored: this.#ignored(sent) };
  }

  #ignored(sent: Readonly<Record<string, unknown>>): string | undefined {
    let unknown: string[] | undefined;
    for (const name in sent)
      if (!this.#names.has(name) && SAYABLE.test(name) && (unknown?.length ?? 0) < MAX_SAID)
        (unknown ??= []).push(name);
    return unknown?.join(', ');
  }
}

function refusalOf(parameter: Parameter<unknown>, given: unknown): string | undefined {
  if (Array.isArray(given)) return 'must be given once';
  if (given === undefined || given === '') return parameter.required ? 'is required' : undefined;
  return parameter.kind.expects;
}

function isGiven(given: unknown): boolean {
  return given !== undefined && given !== '';
}

function asText(given: unknown): string {
  return Array.isArray(given) ? given.join(',') : String(given ?? '');
}

/** Problems of a field by itself come before problems between fields. */
function together(alone: readonly FieldError[] | undefined, between: readonly FieldError[]): FieldError[] {
  const known = new Set(alone?.map(({ field }) => field));
  return [...(alone ?? NOTHING), ...between.filter(({ field }) => !known.has(field))];
}
