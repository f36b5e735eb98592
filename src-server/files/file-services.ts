import { type FileInspector, fileInspector } from '../platform/file-inspection/file-inspector.ts'
import { type ImageTranscoder, imageTranscoder } from '../platform/file-inspection/image-transcoder.ts'
import type { StoredRendition } from './rendition-queries.ts'

export type FileServices = {
  /** Inspects untrusted files in worker processes. */
  inspector: FileInspector
  /** Transcodes untrusted images in a worker process. */
  pictures: ImageTranscoder
  /** The renditions that this node generates now, by file id: pages request a photo several times at once. */
  runningRenditions: Map<string, Promise<StoredRendition | undefined>>
  /** Number of orphaned files that the last sweep left, because there were too many. */
  withheldOrphans: number
}

/** What this domain keeps for one node. */
export function createFileServices(): FileServices {
  return { inspector: fileInspector, pictures: imageTranscoder, runningRenditions: new Map(), withheldOrphans: 0 }
}
