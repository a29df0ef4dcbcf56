import { workerData } from 'node:worker_threads';
import { ListingLog } from '../../../reference/versions/listing-log.ts';
import { answerCalls } from '../../../threads/thread-calls.ts';
import type { ListingInput, ListingRequest } from './listing-thread.ts';

const { referenceFile } = workerData as ListingInput;
const log = new ListingLog(referenceFile);

answerCalls(({ series, reference }: ListingRequest) => log.of(series, reference));
