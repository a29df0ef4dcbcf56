import type { DeliveryProblem } from '../contract/records/alert.ts';

/** The outcome of a test message. */
export interface AlertEndpointTestResult {
  readonly delivered: boolean;
  readonly responseStatus?: number;
  readonly problem?: DeliveryProblem;
}
