import type { UploadsSnapshot } from './upload-item.ts'

/** Before a file is chosen. Apart from what is done with files, which the first load does not bring. */
export const noUploads: UploadsSnapshot = { items: [], problems: [], heldBack: 0 }
