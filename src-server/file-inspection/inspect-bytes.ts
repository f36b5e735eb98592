import type { AcceptedMimeType } from '#shared/upload.ts'
import { inspectPicture, isPicture } from './inspect-image.ts'
import { inspectPdf, type PdfFault } from './inspect-pdf.ts'
import type { PictureFault } from './inspected-image.ts'

/** Why a file is rejected. */
export type FileFault = PictureFault | PdfFault

/** Inspects a file without decoding it, in linear time. Returns undefined when it is allowed. */
export function inspectBytes(type: AcceptedMimeType, bytes: Buffer): FileFault | undefined {
  return isPicture(type) ? inspectPicture(type, bytes).fault : inspectPdf(bytes)
}
