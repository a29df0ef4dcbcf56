import { ForbiddenError, NotFoundError, type Tidemark } from '@tidemark/sdk';
import { signedOf, type Signed } from './check-receipt.ts';
import type { ReceiptData } from './receipt-store.ts';

/** Origin of a receipt, as written in the file. */
export interface EvidenceOrigin {
  readonly url: string;
  /** Undefined for live data. */
  readonly source: string | undefined;
}

interface EvidenceFile {
  readonly name: string;
  readonly page: string;
}

/** The receipt as a file that verifies itself in any browser. */
export async function evidenceFile(
  tidemark: Tidemark,
  data: ReceiptData,
  origin: EvidenceOrigin,
  signal: AbortSignal,
): Promise<EvidenceFile> {
  const [{ evidence }, signed] = await Promise.all([
    import('@tidemark/sdk/evidence'),
    signedOf(tidemark, data, signal).catch(withoutHead),
  ]);
  const { receipt } = data;
  return {
    name: fileName(receipt.market ?? receipt.asset ?? receipt.name ?? receipt.indexId, receipt.timestamp),
    page: evidence({ receipt, ...signed, ...origin }),
  };
}

/** Downloads a file. */
export function saveFile({ name, page }: EvidenceFile): void {
  const address = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started to read it by the end of this turn.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** If the service has no head for this client, the file says so. */
function withoutHead(error: unknown): Partial<Signed> {
  if (error instanceof ForbiddenError || error instanceof NotFoundError) return {};
  throw error;
}

function fileName(name: string, timestamp: string): string {
  const plain = name.replaceAll(/[^\w-]/g, '-');
  return `tidemark-${plain}-${timestamp.slice(0, 19).replaceAll(':', '')}Z.html`;
}
