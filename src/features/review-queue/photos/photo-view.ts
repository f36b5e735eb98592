/** Filters that help to read a scratched code: original, high contrast, inverted. */
export const photoFilters = ['plain', 'contrast', 'inverted'] as const
export type PhotoFilter = (typeof photoFilters)[number]

/** The view of a photo. `x` and `y` are the offset of its centre in pixels, `turns` clockwise quarter turns. */
export type PhotoView = { scale: number; x: number; y: number; turns: number; look: PhotoFilter }
export type Size = { width: number; height: number }
/** Pixels from the centre of the frame. */
export type Point = { x: number; y: number }

export const wholePhoto: PhotoView = { scale: 1, x: 0, y: 0, turns: 0, look: 'plain' }
export const CLOSEST = 8
export const ZOOM_STEP = 1.5

/** Scales by `factor`, limited to 1 to 8; the point under `at` stays fixed. */
export function zoomAt(view: PhotoView, factor: number, at: Point, frame: Size): PhotoView {
  const scale = Math.min(CLOSEST, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return clamped({ ...view, scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, frame)
}

/** Moves the photo by pixels, at most to its edge. */
export function panBy(view: PhotoView, dx: number, dy: number, frame: Size): PhotoView {
  return clamped({ ...view, x: view.x + dx, y: view.y + dy }, frame)
}

/** Rotates by a quarter turn and centres a zoomed photo. */
export function rotate(view: PhotoView, quarter: 1 | -1): PhotoView {
  return { ...view, turns: (view.turns + quarter + 4) % 4, x: 0, y: 0 }
}

export function nextLook(look: PhotoFilter): PhotoFilter {
  return photoFilters[(photoFilters.indexOf(look) + 1) % photoFilters.length] ?? 'plain'
}

/** Resets zoom and offset; keeps rotation and filter. */
export function zoomedOut({ turns, look }: PhotoView): PhotoView {
  return { ...wholePhoto, turns, look }
}

function clamped(view: PhotoView, { width, height }: Size): PhotoView {
  const within = (moved: number, size: number) => {
    const most = ((view.scale - 1) * size) / 2
    // Avoids -0, which is serialized as '-0px'.
    return Math.min(most, Math.max(-most, moved)) || 0
  }
  return { ...view, x: within(view.x, width), y: within(view.y, height) }
}
