import { ClientFile } from '../../../src/auth/client-file.ts';
import { KeyFile } from '../../../src/auth/key-file.ts';
import { LongLivedTokenFile } from '../../../src/auth/tokens/long-lived-token-file.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { MemoryClientStore, MemoryKeyStore } from '../../support/memory-secrets.ts';
import { describeClientStore, describeKeyStore, describeLongLivedTokenStore } from './secrets-contract.ts';

const newFolder = temporaryFolders();

describeClientStore('a data directory', () => new ClientFile(newFolder()));
describeClientStore('memory', () => new MemoryClientStore());
describeKeyStore('a data directory', () => new KeyFile(newFolder()));
describeKeyStore('memory', () => new MemoryKeyStore());
describeLongLivedTokenStore('a data directory', () => new LongLivedTokenFile(newFolder()));
