import type { IncomingMessage } from 'node:http';
import type { FormatNegotiation } from '../answers/negotiation.ts';
import type { Representation } from '../answers/representation.ts';
import type { AnyRoute } from './route.ts';

type Query = Readonly<Record<string, unknown>>;

/** Other shapes of answers than the documented ones. */
export interface AnswerShapes {
  /** The request header that decides which shape an answer has. */
  readonly vary: string;
  of(route: AnyRoute, formats: FormatNegotiation): RouteShapes;
}

/** The same for one route. */
export interface RouteShapes {
  applyTo(request: IncomingMessage): boolean;
  /** The form of the answer; undefined for the prepared one. */
  chosen(query: Query, accept: string | undefined): Representation | undefined;
  /** The parsed parameters with the defaults of these shapes. */
  completed<Q extends Query>(query: Q): Q;
}
