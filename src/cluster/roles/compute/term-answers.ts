import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { openReceiptKeeping, type ReceiptKeeping } from '../../../app/pipeline/kept-receipts/open-keeping.ts';
import { readHeads } from '../../../app/pipeline/integrity/head-log.ts';
import { inputSettings } from '../../../app/pipeline/compute-parts.ts';
import { ReceiptThread } from '../../../app/serve/receipts/receipt-thread.ts';
import { remoteCommands } from '../../remote/remote-commands.ts';
import { answerPublishedHeads, answerRecordedInputs } from '../../remote/remote-inputs.ts';
import { answerKept } from '../../remote/remote-kept.ts';
import { answerReceipts } from '../../remote/remote-receipts.ts';
import { openStoredHistory } from '../cluster.ts';
import type { TermCommands } from './term-commands.ts';
import type { TermContext } from './term-context.ts';

/** Answers questions of other nodes about recorded inputs, whether it leads or not. */
export async function answerNodes(term: TermContext, commands: TermCommands): Promise<ReceiptKeeping> {
  const { folder, cluster } = term.node;
  const { rpc } = cluster;
  const receipts = new ReceiptThread({ folder, inputs: inputSettings(term.computeParts()) });
  term.lifecycle.started('receipts of other nodes', () => receipts.close());
  const keeping = await openKeeping(term, receipts);
  const spool = new FileInputReader(inputSettings(term.computeParts()).folder);
  const ends = [
    answerReceipts(rpc, receipts),
    answerKept(rpc, keeping.store),
    answerPublishedHeads(rpc, term.memory.heads),
    answerRecordedInputs({ rpc, node: cluster.node, inputs: spool }),
  ];
  term.lifecycle.started('answers', () => {
    for (const end of ends) end();
  });
  commands.add(remoteCommands({ rpc, folder, role: cluster.restrictedTo, leads: cluster.isLed }));
  return keeping;
}

/** Every compute node keeps receipts in its own directory, from the inputs that it has recorded. */
async function openKeeping(term: TermContext, receipts: ReceiptThread): Promise<ReceiptKeeping> {
  const { folder, cluster } = term.node;
  const history = await openStoredHistory(cluster, () => undefined);
  term.lifecycle.started('history of kept receipts', () => history.close());
  const dayHeads = { heads: async () => readHeads(folder).heads };
  const keeping = openReceiptKeeping({ ...term.surroundings, folder, receipts, history, dayHeads });
  // The leader receives its own heads even while the bus is down.
  const unsubscribe = cluster.bus.subscribe('head', (head) => keeping.headSigned(head));
  term.lifecycle.started('heads of kept receipts', unsubscribe);
  const { lastTick } = await history.summary();
  const { keepMs } = inputSettings(term.computeParts());
  if (lastTick !== undefined) keeping.catchUp(lastTick - keepMs, lastTick);
  return keeping;
}
