import { MAX_MEGAPIXELS } from '#shared/upload-errors.ts'

/** Maximum pixels of an image. */
export const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000
/** Maximum decoder memory in bytes for the coefficients of a progressive JPEG. */
export const MAX_HELD_BYTES = 160_000_000
/** Maximum segments of a JPEG: 10 MB have 160 segments of 64 KiB, and 50 scans some hundreds of tables. */
export const MAX_SEGMENTS = 4_000
/** Maximum scans of a progressive JPEG: each costs a full decode. Encoders write about 10. */
export const MAX_SCANS = 50
