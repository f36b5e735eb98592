import type { UploadsSnapshot } from './upload-item.ts'

/** The state before a file is chosen. A separate file: the first load must not include the upload code. */
export const noUploads: UploadsSnapshot = { items: [], problems: [], deferred: 0 }
