import { InProcessRpc, Meeting } from '../../support/in-process-rpc.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { describeRpc, type TestQuestions } from './rpc-contract.ts';

describeRpc('RPC within a process', () => {
  const opened: InProcessRpc<TestQuestions>[] = [];
  const [clock, meeting] = [new SystemClock(), new Meeting()];
  return {
    open: (watch = {}) => {
      const node = new InProcessRpc<TestQuestions>({ clock, meeting, watch });
      opened.push(node);
      return Promise.resolve(node);
    },
    settle: () => Promise.resolve(),
    close: async () => {
      await Promise.all(opened.map((node) => node.close()));
    },
  };
});
