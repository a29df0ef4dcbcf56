import { exportHistory, type ExportOptions } from '../../src/app/operate/export/export.ts';

/** What `tidemark export` would write, in this process: most exports take less than a start of the program. Throws where files are damaged. */
export async function exportedText(options: ExportOptions): Promise<string> {
  const parts: string[] = [];
  const write = async (part: string | Uint8Array) => void parts.push(part.toString());
  const { damaged } = await exportHistory(options, { write });
  if (damaged.length > 0) throw new Error(`damaged: ${damaged.join(', ')}`);
  return parts.join('');
}
