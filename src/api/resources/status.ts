import { ServiceStatus } from '../../contract/records/service-status.ts';
import { quantityNames, type QuantityForm } from '../../contract/quantities.ts';
import { IGNORED_HEADER, JSON_TYPE, VARY } from '../http/headers.ts';
import { sendText, type Call } from '../http/routing/call.ts';
import type { Cors } from '../http/routing/cors.ts';
import { numberText, QUANTITIES_PARAMETER } from '../http/answers/representation.ts';
import type { OperationsAccess } from '../http/routing/operations-access.ts';
import { ParameterReader } from '../http/routing/parameters.ts';
import { READ_METHODS, type Route } from '../http/routing/routing.ts';

export interface StatusParts {
  readonly read: () => Promise<object>;
  readonly access: OperationsAccess;
  readonly cors: Cors;
  /** The default form of quantities. */
  readonly quantities: QuantityForm;
}

const HEADERS = ['cache-control', 'no-store', 'content-type', JSON_TYPE, 'vary', VARY];

/** `/v3/status`: the state of the service, for its own machine and for operators with a token. */
export function statusRoute({ read, access, cors, quantities: usual }: StatusParts): Route {
  const inNumbers = numberText(quantityNames(ServiceStatus));
  const reader = new ParameterReader(QUANTITIES_PARAMETER, 'Quality');
  const handle = async (call: Call) => {
    await access.require(call);
    call.ignored = reader.check(call.query).ignored;
    const { quantities = usual } = reader.read(call.query);
    const json = JSON.stringify(await read());
    const ignored = call.ignored === undefined ? [] : [IGNORED_HEADER, call.ignored];
    const shared = cors.headersFor(call.request.headers.origin);
    sendText(call, 200, [...HEADERS, ...ignored], quantities === 'number' ? inNumbers(json) : json, shared);
  };
  return { methods: READ_METHODS, path: '/v3/status', handle };
}
