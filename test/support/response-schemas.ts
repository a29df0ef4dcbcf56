import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TestService } from './service.ts';

export interface OpenApiOperation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
};

const DOCUMENT_KEY = 'openapi.json';

/** Validators for replies, from the published OpenAPI document. */
export class ResponseSchemas {
  readonly document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });

  private constructor(document: OpenApiDocument) {
    this.document = document;
    for (const [name, validate] of Object.entries(FORMATS)) this.#ajv.addFormat(name, validate);
    this.#ajv.addSchema({ ...document, $id: DOCUMENT_KEY });
  }

  static async of(service: Pick<TestService, 'baseUrl'>): Promise<ResponseSchemas> {
    const answer = await fetch(`${service.baseUrl}/openapi.json`);
    return new ResponseSchemas((await answer.json()) as OpenApiDocument);
  }

  /** The schema of a component, such as `Asset`. */
  component(name: string): ValidateFunction {
    return this.#at(['components', 'schemas', name]);
  }

  /** The schema of an operation's reply; undefined if the document has none. */
  response(path: string, method: string, status: number): ValidateFunction | undefined {
    const content = this.document.paths[path]?.[method]?.responses[status]?.content;
    if (content?.['application/json'] === undefined) return undefined;
    return this.#at([
      'paths',
      path,
      method,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ]);
  }

  /** Why a value does not match; empty if it does. */
  problemsOf(validate: ValidateFunction, value: unknown): string {
    return validate(value) ? '' : this.#ajv.errorsText(validate.errors);
  }

  #at(steps: readonly string[]): ValidateFunction {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const reference = `${DOCUMENT_KEY}#/${pointer.join('/')}`;
    const validate = this.#ajv.getSchema(reference);
    if (!validate) throw new Error(`the OpenAPI document has nothing at ${reference}`);
    return validate;
  }
}
