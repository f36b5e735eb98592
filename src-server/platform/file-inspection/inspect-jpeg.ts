import { MAX_SCANS, MAX_SEGMENTS } from './image-limits.ts'
import { type InspectedPicture, type PictureFault, sizeFault, unreadable } from './inspected-image.ts'
import { hasAllBlocks, type JpegFrame } from './jpeg-blocks.ts'
import { endOfScan, nextMark } from './jpeg-scan-data.ts'
import { copyOf, noTables, readTables } from './jpeg-tables.ts'

const [SOI, EOI, SOS, APP0, APP1, APP14, APP15, COM] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xee, 0xef, 0xfe]
/** A reserved number, for the end of the file. */
const NONE = 0x02
const END = Buffer.from([0xff, EOI])
/** The frame types of cameras and browsers: baseline, extended, progressive. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const PROGRESSIVE = 0xc2
/** All other segments that decoders know: tables, restart interval, number of lines, start of scan. */
const known: ReadonlySet<number> = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, SOS, COM])
/** Start and end of the spectrum and the approximation, which every sequential scan has. */
const SEQUENTIAL = Buffer.from([0, 63, 0])

type Frame = JpegFrame & { progressive: boolean }

/**
 * Walks the markers of a JPEG (ITU-T T.81, annex B) up to its end; bytes after that are dropped. Comments, color
 * profiles and other metadata do not reach the decoder. What decoders draw nevertheless is repaired for the decoder:
 * bytes between segments, the spectrum of a sequential scan, a missing end.
 */
export function inspectJpeg(bytes: Buffer): InspectedPicture {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return unreadable
  const sanitizedChunks = [bytes.subarray(0, 2)]
  const tables = noTables()
  /** Checks of what cannot be seen from the markers. */
  const checks: (() => boolean)[] = []
  let frame: Frame | undefined
  let isRegular = true
  let [scans, components, segments] = [0, 0, 0]
  /** The picture when it has pixels of all components, else unreadable. */
  const drawn = (hasEnd: boolean): InspectedPicture => {
    const count = frame?.components.length ?? 0
    if (scans === 0 || (!frame?.progressive && components < count)) return unreadable
    const isOrderly = isRegular && hasEnd && !frame?.progressive && components === count
    return { sanitizedChunks: [...sanitizedChunks, END], isPlain: () => isOrderly && checks.every((check) => check()) }
  }
  for (let at = 2; ; ) {
    if (++segments > MAX_SEGMENTS) return unreadable
    // Decoders skip what is between segments.
    const mark = nextMark(bytes, at)
    isRegular &&= mark === at
    at = mark
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1] ?? NONE
    if (marker === EOI) return drawn(true)
    if (isBare(marker)) {
      isRegular = false
      at += 2
      continue
    }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
    const end = at + 2 + length
    if (!isKnown(marker) || length < 2 || end > bytes.length) return frame?.progressive ? unreadable : drawn(false)
    const segment = bytes.subarray(at + 4, end)
    if (isFrame(marker)) {
      if (frame || !frames.has(marker)) return unreadable
      const read = readFrame(marker, segment)
      if ('fault' in read) return read
      frame = read
    } else if (marker === SOS) {
      if (!frame || ++scans > MAX_SCANS || segment.length !== 4 + 2 * (segment[0] ?? 0)) return unreadable
      components += segment[0] ?? 0
      const data = { from: end, to: endOfScan(bytes, end) }
      const scan = { frame, header: segment, tables: copyOf(tables) }
      checks.push(() => hasAllBlocks(bytes, data, scan))
      const isRepaired = !frame.progressive && !segment.subarray(-3).equals(SEQUENTIAL)
      isRegular &&= !isRepaired
      if (isRepaired) sanitizedChunks.push(bytes.subarray(at, end - 3), SEQUENTIAL)
      else sanitizedChunks.push(bytes.subarray(at, end))
      sanitizedChunks.push(bytes.subarray(data.from, data.to))
      // The decoder determines whether the data of the last scan ends early.
      if (data.to === bytes.length) return drawn(false)
      at = data.to
      continue
    } else isRegular = readTables(tables, marker, segment) && isRegular
    if (isDrawn(marker, segment)) sanitizedChunks.push(bytes.subarray(at, end))
    at = end
  }
}

/** No marker, and markers without a segment, which decoders skip outside of scans. */
function isBare(marker: number): boolean {
  return marker < NONE || (marker >= 0xd0 && marker < SOI)
}

function isKnown(marker: number): boolean {
  return isFrame(marker) || known.has(marker) || (marker >= APP0 && marker <= APP15)
}

/** Start of frame: 0xc0 to 0xcf except tables (c4, cc) and the reserved c8. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readFrame(marker: number, segment: Buffer): Frame | { fault: PictureFault } {
  const count = segment[5] ?? 0
  if (segment.length !== 6 + 3 * count || segment[0] !== 8 || ![1, 3, 4].includes(count)) return unreadable
  const progressive = marker === PROGRESSIVE
  const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)]
  const components = Array.from({ length: count }, (_, at) => {
    const [id = 0, sampling = 0, quantization = 0] = segment.subarray(6 + 3 * at)
    return { id, across: sampling >> 4, down: sampling & 15, quantization }
  })
  if (components.some(({ across, down }) => Math.min(across, down) < 1 || Math.max(across, down) > 4)) return unreadable
  // A decoder keeps a progressive image as two-byte coefficients until the last scan.
  const fault = sizeFault(width, height, progressive ? coefficientBytes(components) : 0)
  return fault ? { fault } : { progressive, width, height, components }
}

/** Bytes of coefficients per pixel; subsampled components take less. */
function coefficientBytes(components: JpegFrame['components']): number {
  const samples = components.map(({ across, down }) => across * down)
  return (2 * samples.reduce((sum, each) => sum + each, 0)) / Math.max(...samples, 1)
}

/** Keeps JFIF, Exif (orientation), Adobe (color coding) and all segments that are not metadata. */
function isDrawn(marker: number, segment: Buffer): boolean {
  if (marker === APP1) return segment.subarray(0, 6).toString('latin1') === 'Exif\0\0'
  return marker < APP0 || marker === APP0 || marker === APP14
}
