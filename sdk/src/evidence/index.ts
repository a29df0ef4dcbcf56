// The entry @tidemark/sdk/evidence: a receipt as a file that verifies itself.
export { evidence, type Evidence } from './evidence.ts';
