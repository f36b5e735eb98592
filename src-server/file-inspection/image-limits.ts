/** Most pixels of a picture: phones make up to 48 or 50 million. */
export const MAX_PIXELS = 50_000_000
/** Most pixels in a row or column. */
export const MAX_SIDE = 30_000
/** Most frames of a GIF; one is shown. */
export const MAX_FRAMES = 50
/** Most bytes a decoder may need to hold a picture that it cannot read row by row. */
export const MAX_HELD_BYTES = 160_000_000
/** Most chunks of a PNG: encoders put 4 KiB and more into each, so 10 MB take 2,500. */
export const MAX_CHUNKS = 20_000
/** Most segments of a JPEG: those of 64 KiB in 10 MB are 160, and the tables of 50 scans some hundreds. */
export const MAX_SEGMENTS = 4_000
/** Most extensions and sub-blocks of a GIF: 10 MB take 40,000 full ones. */
export const MAX_BLOCKS = 200_000
/** Most passes over a progressive JPEG: each costs as much as the picture. Encoders make about 10. */
export const MAX_SCANS = 50
