import { MAX_SCANS, MAX_SEGMENTS } from './image-limits.ts'
import { type InspectedPicture, sizeFault, unreadable } from './inspected-image.ts'

const [SOI, EOI, SOS, APP0, APP1, APP14] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xee]
/** The frame types of cameras and browsers: baseline, extended, progressive. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const PROGRESSIVE = 0xc2

/**
 * Walks the markers of a JPEG (ITU-T T.81, annex B) up to its end; bytes after that are dropped. Comments, color
 * profiles and other metadata do not reach the decoder.
 */
export function inspectJpeg(bytes: Buffer): InspectedPicture {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return unreadable
  const sanitizedChunks = [bytes.subarray(0, 2)]
  let frame: { progressive: boolean; fault: ReturnType<typeof sizeFault> } | undefined
  let scans = 0
  let segments = 0
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff || ++segments > MAX_SEGMENTS) return unreadable
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1] ?? 0
    if (marker === EOI) {
      sanitizedChunks.push(bytes.subarray(at, at + 2))
      return frame && scans > 0 ? { sanitizedChunks } : unreadable
    }
    if (at + 4 > bytes.length || marker < 0xc0 || (marker >= 0xd0 && marker <= SOI)) return unreadable
    const length = bytes.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return unreadable
    const segment = bytes.subarray(at + 4, end)
    if (isFrame(marker)) {
      if (frame || !frames.has(marker)) return unreadable
      frame = readFrame(marker, segment)
      if (frame.fault) return { fault: frame.fault }
    }
    if (marker === SOS) {
      if (!frame) return unreadable
      if (++scans > MAX_SCANS) return unreadable
      end = endOfScan(bytes, end)
    }
    if (isDrawn(marker, segment)) sanitizedChunks.push(bytes.subarray(at, end))
    at = end
  }
}

/** Start of frame: 0xc0 to 0xcf except tables (c4, cc) and the reserved c8. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readFrame(marker: number, segment: Buffer) {
  const components = segment[5] ?? 0
  if (segment.length < 6 + 3 * components || segment[0] !== 8 || ![1, 3, 4].includes(components))
    return { progressive: false, fault: 'unreadable' as const }
  const progressive = marker === PROGRESSIVE
  // A decoder keeps a progressive image as two-byte coefficients until the last scan.
  const fault = sizeFault(segment.readUInt16BE(3), segment.readUInt16BE(1), progressive ? coefficientBytes(segment) : 0)
  return { progressive, fault }
}

/** Bytes of coefficients per pixel; subsampled components take less. */
function coefficientBytes(segment: Buffer): number {
  const samples = Array.from({ length: segment[5] ?? 0 }, (_, at) => {
    const sampling = segment[7 + 3 * at] ?? 0x11
    return (sampling >> 4) * (sampling & 15)
  })
  return (2 * samples.reduce((sum, each) => sum + each, 0)) / Math.max(...samples, 1)
}

/** Keeps JFIF, Exif (orientation), Adobe (color coding) and all segments that are not metadata. */
function isDrawn(marker: number, segment: Buffer): boolean {
  if (marker === APP1) return segment.subarray(0, 6).toString('latin1') === 'Exif\0\0'
  return marker < APP0 || marker === APP0 || marker === APP14
}

/** Position of the next marker. Within a scan, 0xff before 0 or a restart marker is not one. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = nextMark(bytes, from); at < bytes.length; at = nextMark(bytes, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at
  }
  return bytes.length
}

/** Bytes checked in a loop before calling the native search, which has a fixed cost per call. */
const NEAR_BYTES = 16

/** Position of the next 0xff, or the end. */
function nextMark(bytes: Buffer, from: number): number {
  const near = Math.min(from + NEAR_BYTES, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === 0xff) return at
  const found = bytes.indexOf(0xff, near)
  return found < 0 ? bytes.length : found
}
