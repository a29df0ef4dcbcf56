import { answerCalls } from '../../../threads/thread-calls.ts';
import { SealingAnswers, type CollectionRequest, type SealingRequest } from './sealing-answers.ts';

function main(): void {
  const answers = new SealingAnswers();
  answerCalls((request: SealingRequest | CollectionRequest) => answers.answer(request));
}

main();
