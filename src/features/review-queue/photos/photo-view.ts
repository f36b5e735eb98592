/** How a photo is shown to find a scratched code: as it is, with hard contrast, or as its own negative. */
export const photoFilters = ['plain', 'contrast', 'inverted'] as const
export type PhotoFilter = (typeof photoFilters)[number]

/** How a photo lies in its frame. `x` and `y` are pixels its middle is moved by, `turns` quarters to the right. */
export type PhotoView = { scale: number; x: number; y: number; turns: number; look: PhotoFilter }
export type Size = { width: number; height: number }
/** Pixels from the middle of the frame. */
export type Point = { x: number; y: number }

export const wholePhoto: PhotoView = { scale: 1, x: 0, y: 0, turns: 0, look: 'plain' }
export const CLOSEST = 8
export const ZOOM_STEP = 1.5

/** The photo `factor` times as large, between whole and 8 times; what lies under `at` stays there. */
export function zoomAt(view: PhotoView, factor: number, at: Point, frame: Size): PhotoView {
  const scale = Math.min(CLOSEST, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return held({ ...view, scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, frame)
}

/** The photo moved by so many pixels, never further than its own edge. */
export function panBy(view: PhotoView, dx: number, dy: number, frame: Size): PhotoView {
  return held({ ...view, x: view.x + dx, y: view.y + dy }, frame)
}

/** The photo turned a quarter, to the right or to the left; a zoomed one is seen from its middle again. */
export function rotate(view: PhotoView, quarter: 1 | -1): PhotoView {
  return { ...view, turns: (view.turns + quarter + 4) % 4, x: 0, y: 0 }
}

/** The look after this one. */
export function nextLook(look: PhotoFilter): PhotoFilter {
  return photoFilters[(photoFilters.indexOf(look) + 1) % photoFilters.length] ?? 'plain'
}

/** Whole and in the middle, turned and lit as it was. */
export function zoomedOut({ turns, look }: PhotoView): PhotoView {
  return { ...wholePhoto, turns, look }
}

function held(view: PhotoView, { width, height }: Size): PhotoView {
  const within = (moved: number, size: number) => {
    const most = ((view.scale - 1) * size) / 2
    // Not -0, which is written '-0px'.
    return Math.min(most, Math.max(-most, moved)) || 0
  }
  return { ...view, x: within(view.x, width), y: within(view.y, height) }
}
