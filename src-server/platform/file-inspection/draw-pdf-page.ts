import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_PDF_PAGES } from '#shared/upload-errors.ts'
import type { FileFault } from './worker-job.ts'

/** 288 dots per inch; more enlarges small pages without showing more of them. */
const MAX_SCALE = 4
/** The messages of the package for a password that is not empty, and for an encryption that PDFium lacks. */
const PROTECTED = /password|security/i

type DrawnPage = { fault?: undefined; width: number; height: number; data: Uint8Array; pageCount: number }

/**
 * Draws a page of a PDF, from 1, as RGBA pixels of at most `longestSide`. Annotations and form fields are drawn as they
 * look; scripts, links and attachments are not run or opened: this build of PDFium has no script engine, and the form
 * environment is not started. Each call has an instance of its own, so that nothing of a file is left for the next.
 */
export async function drawPdfPage(
  bytes: Uint8Array,
  page: number,
  longestSide: number,
): Promise<DrawnPage | { fault: FileFault }> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init({ wasmBinary: await readWasm() })
  try {
    const document = await library.loadDocument(bytes)
    const pageCount = document.getPageCount()
    if (pageCount > MAX_PDF_PAGES) return { fault: 'too-many-pages' }
    if (page > pageCount) return { fault: 'unreadable' }
    const drawn = document.getPage(page - 1)
    const { originalWidth, originalHeight } = drawn.getOriginalSize()
    const scale = Math.min(MAX_SCALE, longestSide / Math.max(originalWidth, originalHeight))
    const size = (points: number) => Math.max(1, Math.round(points * scale))
    // A page that cannot be loaded has no size.
    if (!(originalWidth > 0 && originalHeight > 0)) return { fault: 'unreadable' }
    const { width, height, data } = await drawn.render({ width: size(originalWidth), height: size(originalHeight) })
    return { width, height, data, pageCount }
  } catch (error) {
    // The package throws for what it cannot read, and WebAssembly for what it cannot run.
    return { fault: error instanceof Error && PROTECTED.test(error.message) ? 'encrypted' : 'unreadable' }
  }
}

/** The build copies it beside this program. */
async function readWasm(): Promise<ArrayBuffer> {
  const isBuilt = path.extname(import.meta.filename) === '.js'
  const file = isBuilt
    ? path.join(import.meta.dirname, 'pdfium.wasm')
    : fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
  const { buffer, byteOffset, byteLength } = await readFile(file)
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
