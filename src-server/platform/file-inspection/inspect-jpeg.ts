import { MAX_MEGAPIXELS } from '#shared/upload-errors.ts'
import type { FileFault } from './worker-job.ts'

export const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000
/** Maximum decoder memory in bytes for the coefficients of a progressive JPEG. */
const MAX_HELD_BYTES = 160_000_000
/** Maximum segments of a JPEG: 10 MB have 160 segments of 64 KiB, and 50 scans some hundreds of tables. */
export const MAX_SEGMENTS = 4_000
/** Maximum scans of a progressive JPEG: each costs a full decode. Encoders write about 10. */
const MAX_SCANS = 50

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

/** Bytes checked in a loop before calling the native search, which has a fixed cost per call. */
const NEAR_BYTES = 16

type Frame = { progressive: boolean; components: number }
const unreadable = { fault: 'unreadable' } as const

/**
 * Walks the markers of a JPEG (ITU-T T.81, annex B) up to its end in linear time; bytes after that are dropped. The
 * decoder gets only the chunks of the result, which share memory with `bytes`: no comments, color profiles or other
 * metadata. What decoders draw nevertheless is repaired for it: bytes between segments, the spectrum of a sequential
 * scan, a missing end.
 */
export function inspectJpeg(bytes: Buffer): { fault: FileFault } | { fault?: undefined; sanitizedChunks: Buffer[] } {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return unreadable
  const sanitizedChunks = [bytes.subarray(0, 2)]
  let frame: Frame | undefined
  let [scans, components, segments] = [0, 0, 0]
  /** The picture when it has pixels of all components, else unreadable. */
  const drawn = () =>
    scans === 0 || (!frame?.progressive && components < (frame?.components ?? 0))
      ? unreadable
      : { sanitizedChunks: [...sanitizedChunks, END] }
  for (let at = 2; ; ) {
    if (++segments > MAX_SEGMENTS) return unreadable
    // Decoders skip what is between segments.
    at = nextMark(bytes, at)
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1] ?? NONE
    if (marker === EOI) return drawn()
    if (isBare(marker)) {
      at += 2
      continue
    }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0
    const end = at + 2 + length
    if (!isKnown(marker) || length < 2 || end > bytes.length) return frame?.progressive ? unreadable : drawn()
    const segment = bytes.subarray(at + 4, end)
    if (isFrame(marker)) {
      if (frame || !frames.has(marker)) return unreadable
      const read = readFrame(marker, segment)
      if ('fault' in read) return read
      frame = read
    } else if (marker === SOS) {
      if (!frame || ++scans > MAX_SCANS || segment.length !== 4 + 2 * (segment[0] ?? 0)) return unreadable
      components += segment[0] ?? 0
      const dataEnd = endOfScan(bytes, end)
      if (frame.progressive) sanitizedChunks.push(bytes.subarray(at, end))
      else sanitizedChunks.push(bytes.subarray(at, end - SEQUENTIAL.length), SEQUENTIAL)
      sanitizedChunks.push(bytes.subarray(end, dataEnd))
      // The decoder determines whether the data of the last scan ends early.
      if (dataEnd === bytes.length) return drawn()
      at = dataEnd
      continue
    }
    if (isDrawn(marker, segment)) sanitizedChunks.push(bytes.subarray(at, end))
    at = end
  }
}

/** No marker, and markers without a segment, which decoders skip outside of scans. */
function isBare(marker: number) {
  return marker < NONE || (marker >= 0xd0 && marker < SOI)
}

function isKnown(marker: number) {
  return isFrame(marker) || known.has(marker) || (marker >= APP0 && marker <= APP15)
}

/** Start of frame: 0xc0 to 0xcf except tables (c4, cc) and the reserved c8. */
function isFrame(marker: number) {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readFrame(marker: number, segment: Buffer): Frame | { fault: FileFault } {
  const count = segment[5] ?? 0
  if (segment.length !== 6 + 3 * count || segment[0] !== 8 || ![1, 3, 4].includes(count)) return unreadable
  const pixels = segment.readUInt16BE(1) * segment.readUInt16BE(3)
  const samples = Array.from({ length: count }, (_, at) => segment[7 + 3 * at] ?? 0).map((sampling) =>
    Math.max(sampling >> 4, sampling & 15) > 4 ? 0 : (sampling >> 4) * (sampling & 15),
  )
  if (pixels === 0 || samples.includes(0)) return unreadable
  const progressive = marker === PROGRESSIVE
  // A decoder keeps a progressive image as two-byte coefficients until the last scan; subsampled components take less.
  const held = progressive ? (2 * samples.reduce((sum, each) => sum + each, 0)) / Math.max(...samples) : 0
  if (pixels > MAX_PIXELS || pixels * held > MAX_HELD_BYTES) return { fault: 'too-many-pixels' }
  return { progressive, components: count }
}

/** Keeps JFIF, Exif (orientation), Adobe (color coding) and all segments that are not metadata. */
function isDrawn(marker: number, segment: Buffer) {
  if (marker === APP1) return segment.subarray(0, 6).toString('latin1') === 'Exif\0\0'
  return marker < APP0 || marker === APP0 || marker === APP14
}

function nextMark(bytes: Buffer, from: number) {
  const near = Math.min(from + NEAR_BYTES, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === 0xff) return at
  const found = bytes.indexOf(0xff, near)
  return found < 0 ? bytes.length : found
}

/** Position of the next marker. Within a scan, 0xff before 0 or a restart marker is not one. */
function endOfScan(bytes: Buffer, from: number) {
  for (let at = nextMark(bytes, from); at < bytes.length; at = nextMark(bytes, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at
  }
  return bytes.length
}
