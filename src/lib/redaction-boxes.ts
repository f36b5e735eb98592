import { BOX_SCALE, type Box, MAX_BOXES, redactionMessages } from '#shared/redaction.ts'

/** How far one press of a key moves or resizes a box, in 1/10,000 of the picture. */
const STEP = 100
/** A box of the mouse that is smaller was a click. CSS pixels. */
const SMALLEST_BOX = 24

/** The box between two corners, in 1/10,000 of a picture; parts outside are cut off. */
export function boxBetween(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  const [x, right] = ordered(one.x, other.x)
  const [y, bottom] = ordered(one.y, other.y)
  return { x, y, w: right - x, h: bottom - y }
}

function ordered(one: number, other: number): [number, number] {
  const [first, last] = [within(one), within(other)]
  return first < last ? [first, last] : [last, first]
}

const within = (part: number) => Math.round(Math.min(Math.max(part, 0), BOX_SCALE))

/** A box in the middle of the picture, for the keyboard. */
export const middleBox: Box = { x: 3000, y: 4500, w: 4000, h: 1000 }

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The box after an arrow key: moved, or resized at its right and lower side with Shift. Undefined for other keys. */
export function afterKey(box: Box, key: string, resizes: boolean): Box | undefined {
  const direction = directions[key]
  if (!direction) return undefined
  const [x, y] = direction
  if (resizes)
    return {
      ...box,
      w: clamp(box.w + x * STEP, STEP, BOX_SCALE - box.x),
      h: clamp(box.h + y * STEP, STEP, BOX_SCALE - box.y),
    }
  return { ...box, x: clamp(box.x + x * STEP, 0, BOX_SCALE - box.w), y: clamp(box.y + y * STEP, 0, BOX_SCALE - box.h) }
}

function clamp(value: number, least: number, most: number) {
  return Math.min(Math.max(value, Math.min(least, most)), most)
}

export function whyNoBox(boxes: readonly Box[]) {
  return boxes.length < MAX_BOXES ? undefined : redactionMessages.tooMany
}

/** The point of a picture under these offsets from its top left corner, in 1/10,000. */
export function pointAt(offset: { x: number; y: number }, size: { width: number; height: number }) {
  return { x: (offset.x / size.width) * BOX_SCALE, y: (offset.y / size.height) * BOX_SCALE }
}

/** Whether a box is as large as one that was meant, on a picture of this size in CSS pixels. */
export function isMeant({ w, h }: Box, { width, height }: { width: number; height: number }) {
  return (w * width) / BOX_SCALE >= SMALLEST_BOX && (h * height) / BOX_SCALE >= SMALLEST_BOX
}

const percent = (part: number) => `${(part / BOX_SCALE) * 100}%`

/** Where a box stands on its picture. */
export function placeOf({ x, y, w, h }: Box) {
  return { left: percent(x), top: percent(y), width: percent(w), height: percent(h) }
}
