import {
  gapsBetween,
  inspectRecording,
  type InspectedRecording,
} from '../../../sources/recording/inspect-recording.ts';
import { recordingFiles } from '../../../sources/recording/recording-file.ts';

export { gapsBetween, type InspectedRecording };

/** What is in a recording: in a file, or in every file of a folder. Throws where there is none. */
export function inspect(path: string): readonly InspectedRecording[] {
  return recordingFiles(path).map(inspectRecording);
}
