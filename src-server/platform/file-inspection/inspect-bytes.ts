import type { AcceptedMimeType } from '#shared/upload.ts'
import { inspectPicture, isPicture } from './inspect-image.ts'
import { inspectPdf, type PdfFault } from './inspect-pdf.ts'
import type { PictureFault } from './inspected-image.ts'

/** Why a file is rejected. */
export type FileFault = PictureFault | PdfFault

/** `fault`: why a file is rejected. `isDoubtful`: only the decoder can determine whether all pixels are there. */
export type Inspection = { fault?: FileFault; isDoubtful?: boolean }

/** Inspects a file without decoding it, in linear time. */
export function inspectBytes(type: AcceptedMimeType, bytes: Buffer): Inspection {
  if (!isPicture(type)) return { fault: inspectPdf(bytes) }
  const inspected = inspectPicture(type, bytes)
  return inspected.fault === undefined ? { isDoubtful: !inspected.isPlain() } : inspected
}
