/** Most pixels of a picture: phones make up to 48 or 50 million. */
export const MAX_PIXELS = 50_000_000
/** Most pixels in a row or column. */
export const MAX_SIDE = 30_000
/** Most frames of a GIF; one is shown. */
export const MAX_FRAMES = 50
/** Most bytes a decoder may need to hold a picture that it cannot read row by row. */
export const MAX_HELD_BYTES = 160_000_000
/** Most passes over a progressive JPEG: each costs as much as the picture. Encoders make about 10. */
export const MAX_SCANS = 50
