import { OperatorError } from '../core/errors.ts';

/** Throws if a newer version wrote the file. */
export function rejectNewerFormat(path: string, format: unknown, known: number): void {
  if (typeof format === 'number' && format > known)
    throw otherFormat(path, format, known, 'run the newer version that wrote it');
}

/** Throws unless the file has the format that this version knows. `wayOut`: the advice if the file is older. */
export function rejectOtherFormat(path: string, format: unknown, known: number, wayOut: string): void {
  rejectNewerFormat(path, format, known);
  if (format !== known) throw otherFormat(path, format, known, wayOut);
}

function otherFormat(path: string, format: unknown, known: number, advice: string): OperatorError {
  return new OperatorError(`${path} has format ${String(format)}, this version knows ${known}: ${advice}`);
}
