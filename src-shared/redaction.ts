/** Coordinates of boxes are parts of this of the width and the height of the upright picture. */
export const BOX_SCALE = 10_000
export const MAX_BOXES = 30

/** A rectangle of a picture that is painted black, in 1/10,000 of its width and height from the top left corner. */
export type Box = { x: number; y: number; w: number; h: number }

export const redactionMessages = {
  malformed: 'Send boxes as JSON: a list of {x, y, w, h} in 1/10,000 of the width and height of the picture.',
  onePerPicture: 'Send one field boxes for each picture, in the order of the pictures.',
  outside: 'A box has to be inside the picture.',
  tooMany: `Draw at most ${MAX_BOXES} boxes.`,
} as const
