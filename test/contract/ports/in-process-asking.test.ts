import { InProcessAsking, Meeting } from '../../support/in-process-asking.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { describeAsking, type TestQuestions } from './asking-contract.ts';

describeAsking('asking within a process', () => {
  const opened: InProcessAsking<TestQuestions>[] = [];
  const [clock, meeting] = [new SystemClock(), new Meeting()];
  return {
    open: (watch = {}) => {
      const node = new InProcessAsking<TestQuestions>({ clock, meeting, watch });
      opened.push(node);
      return Promise.resolve(node);
    },
    settle: () => Promise.resolve(),
    close: async () => {
      await Promise.all(opened.map((node) => node.close()));
    },
  };
});
