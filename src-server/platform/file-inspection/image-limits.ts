import { MAX_MEGAPIXELS } from '#shared/upload-errors.ts'

/** Maximum pixels of an image. */
export const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000
/** Maximum pixels in a row or column. */
export const MAX_SIDE = 30_000
/** Maximum decoder memory in bytes for images that cannot be decoded row by row. */
export const MAX_HELD_BYTES = 160_000_000
/** Maximum chunks of a PNG: encoders write at least 4 KiB per chunk, so 10 MB have 2,500. */
export const MAX_CHUNKS = 20_000
/** Maximum segments of a JPEG: 10 MB have 160 segments of 64 KiB, and 50 scans some hundreds of tables. */
export const MAX_SEGMENTS = 4_000
/** Maximum extensions and sub-blocks of a GIF: 10 MB have 40,000 full ones. */
export const MAX_BLOCKS = 200_000
/** Maximum scans of a progressive JPEG: each costs a full decode. Encoders write about 10. */
export const MAX_SCANS = 50
