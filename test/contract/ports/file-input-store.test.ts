import { HOUR_MS } from '../../../src/core/time.ts';
import { FileInputReader } from '../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../src/history/inputs/file-input-store.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { describeInputStore } from './input-store-contract.ts';

const newFolder = temporaryFolders();

describeInputStore('recorded inputs in files', {
  create: async () => {
    const folder = newFolder();
    const options = {
      folder,
      keepMs: 48 * HOUR_MS,
      space: { shortageFor: () => undefined },
      onEvent: () => undefined,
    };
    return { reader: new FileInputReader(folder), open: async () => FileInputStore.open(options) };
  },
});
