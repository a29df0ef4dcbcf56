import { exportHistory, type ExportOptions } from '../../src/app/operate/export/export.ts';

/**
 * Runs `tidemark export` in this process, because most exports take less time than starting the program. Throws if
 * files are damaged.
 */
export async function exportedText(options: ExportOptions): Promise<string> {
  const parts: string[] = [];
  const write = async (part: string | Uint8Array) => void parts.push(part.toString());
  const { damaged } = await exportHistory(options, { write });
  if (damaged.length > 0) throw new Error(`damaged: ${damaged.join(', ')}`);
  return parts.join('');
}
