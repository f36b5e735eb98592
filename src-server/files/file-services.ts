import type { DrawnPage } from '../platform/db/page-pictures.ts'
import { type ImageTranscoder, imageTranscoder } from '../platform/file-inspection/image-transcoder.ts'

export type FileServices = {
  pictures: ImageTranscoder
  /** The pictures that this node draws now, by file id and page: screens request one several times at once. */
  runningRenditions: Map<string, Promise<DrawnPage | undefined>>
  /** Number of orphaned files that the last sweep left, because there were too many. */
  withheldOrphans: number
}

export function createFileServices(): FileServices {
  return { pictures: imageTranscoder, runningRenditions: new Map(), withheldOrphans: 0 }
}
