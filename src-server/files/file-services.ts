import type { DrawnPage } from '../platform/db/page-pictures.ts'
import { imageTranscoder } from '../platform/file-inspection/image-transcoder.ts'

export function createFileServices() {
  return {
    pictures: imageTranscoder,
    /** The pictures that this node draws now, by file id and page: screens request one several times at once. */
    runningRenditions: new Map<string, Promise<DrawnPage | undefined>>(),
    /** Number of orphaned files that the last sweep left, because there were too many. */
    withheldOrphans: 0,
  }
}
