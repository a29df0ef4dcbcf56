export { Tidemark, type ValueOptions } from './tidemark.ts';
export type { Identity, LoadSocket, TidemarkOptions } from './options.ts';
export type {
  CandleInterval,
  Duration,
  ExportFile,
  ExportFormat,
  ExportRange,
  Last,
  OrderedRange,
  Range,
  Records,
} from './ranges.ts';
export type { Incomplete, IncompleteReason, OnIncomplete } from './incomplete.ts';
export { localTime } from './local-time.ts';
export type { OpenSocket, Socket, SocketHandlers } from './stream/socket.ts';
export type { CallOptions, Instant, JsonOperation as OperationName } from './api.ts';
export { flagSentence, refusalSentence } from './explanations.ts';
export { systemClock, type Clock } from './clock.ts';
export type * from './contract.ts';
// With shorter names.
export type {
  IndexReceipt as Receipt,
  IndexTicker as Tick,
  OpenHighLowCloseVolume as Day,
  SeriesCoverage as Coverage,
} from './contract.ts';
export type { ClientCredentials, TokenSource } from './credentials.ts';
export { toNumber } from './decimal.ts';
export {
  ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  MalformedError,
  NameError,
  NotFoundError,
  RateLimitedError,
  StreamError,
  StrictError,
  TidemarkError,
  UnauthorizedError,
  UnavailableError,
  type Candidate,
} from './errors.ts';
export type { Fetch, RetryPolicy } from './http.ts';
export type { IntegrityKey, IntegrityKeys } from './integrity-keys.ts';
export type { StreamState } from './stream/link.ts';
export type {
  RaisedAlert,
  StreamOptions,
  TickOptions,
  TickSelection,
  TidemarkStream,
  Trade,
} from './stream/tidemark-stream.ts';
export type { WebSocketConstructor, WebSocketLike } from './stream/web-socket.ts';
export type { FoundIndex, IndexName, IndexNames, ListingSelection } from './names.ts';
