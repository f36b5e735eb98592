import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sharp, SharpOptions } from 'sharp'
import { BOX_SCALE, type Box } from '#shared/redaction.ts'
import { MAX_PDF_PAGES } from '#shared/upload-errors.ts'
import { inspectJpeg, MAX_PIXELS } from './inspect-jpeg.ts'
import type { Drawing, FileFault, Task } from './worker-job.ts'

/** JPEG encodes blocks of this size; a box that ends inside of one would have grey edges. */
const BLOCK = 8

/** Paints boxes black before it encodes an upright JPEG. Only for the worker process: it decodes untrusted bytes. */
export async function drawFile({ type, page, boxes }: Task, bytes: Buffer, longestSide: number) {
  if (type === 'application/pdf') {
    const drawn = await drawPdfPage(bytes, page ?? 1, longestSide)
    if (drawn.fault !== undefined) return drawn
    const { width, height, data, pageCount } = drawn
    return decodePicture(data, longestSide, boxes, { raw: { width, height, channels: 4 } }, pageCount)
  }
  if (type !== 'image/jpeg') return decodePicture(bytes, longestSide, boxes)
  const inspected = inspectJpeg(bytes)
  if (inspected.fault !== undefined) return inspected
  // Half a photo is only a warning to the decoder.
  return decodePicture(Buffer.concat(inspected.sanitizedChunks), longestSide, boxes, { failOn: 'warning' })
}

async function decodePicture(
  bytes: Uint8Array,
  longestSide: number,
  boxes: readonly Box[] = [],
  options: SharpOptions = { failOn: 'error' },
  pageCount = 1,
): Promise<Drawing> {
  const sharp = await limitedSharp()
  try {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, ...options })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
    if (boxes.length === 0) return { picture: await encoded(upright), pageCount }
    const { data, info } = await upright.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    paintBoxes({ data, width, height, channels }, boxes)
    return { picture: await encoded(sharp(data, { raw: { width, height, channels } })), pageCount }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function faultOf(error: unknown): FileFault {
  return error instanceof Error && error.message.includes('exceeds pixel limit') ? 'too-many-pixels' : 'unreadable'
}

/** Chroma subsampling would blur printed numbers; optimized coding would keep a second copy of the image. */
function encoded(picture: Sharp): Promise<Uint8Array> {
  return picture.jpeg({ quality: 88, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer()
}

async function limitedSharp() {
  const { default: sharp } = await import('sharp')
  // By default libvips reads all its formats, including SVG and TIFF.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

type Pixels = { data: Uint8Array; width: number; height: number; channels: number }

/** Paints these boxes black. Each is enlarged to whole blocks, so that no trace of its edge is encoded in it. */
function paintBoxes({ data, width, height, channels }: Pixels, boxes: readonly Box[]) {
  for (const { x, y, w, h } of boxes) {
    const [left, right] = pixelsOf(x, x + w, width)
    const [top, bottom] = pixelsOf(y, y + h, height)
    for (let row = top; row < bottom; row++)
      data.fill(0, (row * width + left) * channels, (row * width + right) * channels)
  }
}

function pixelsOf(from: number, to: number, size: number): [first: number, end: number] {
  const first = Math.floor((from * size) / BOX_SCALE / BLOCK) * BLOCK
  const end = Math.ceil((to * size) / BOX_SCALE / BLOCK) * BLOCK
  return [first, Math.min(end, size)]
}

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
async function drawPdfPage(
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

async function readWasm() {
  const isBuilt = path.extname(import.meta.filename) === '.js'
  const file = isBuilt
    ? path.join(import.meta.dirname, 'pdfium.wasm')
    : fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
  const { buffer, byteOffset, byteLength } = await readFile(file)
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
