import { answerCalls } from '../../../threads/thread-calls.ts';
import { NumberedFiles, type ParquetCall } from './numbered-files.ts';

const files = new NumberedFiles();
answerCalls((call: ParquetCall) => files.carryOut(call));
