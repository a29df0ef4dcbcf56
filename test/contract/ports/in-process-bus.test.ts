import { InProcessBus } from '../../../src/bus/in-process-bus.ts';
import { describeBus, TEST_RETAINED, type TestTopics } from './bus-contract.ts';

describeBus('the bus within a process', () =>
  Promise.resolve(new InProcessBus<TestTopics>({ retained: TEST_RETAINED })),
);
