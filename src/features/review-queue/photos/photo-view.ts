/** Filters that help to read a scratched code: original, high contrast, inverted. */
export const photoFilters = ['plain', 'contrast', 'inverted'] as const
export type PhotoFilter = (typeof photoFilters)[number]

/** How a photo is shown at any zoom. `turns` are clockwise quarter turns. */
export type PhotoView = { turns: number; look: PhotoFilter }

export const uprightPhoto: PhotoView = { turns: 0, look: 'plain' }

/** Rotates by a quarter turn. */
export function rotate(view: PhotoView, quarter: 1 | -1): PhotoView {
  return { ...view, turns: (view.turns + quarter + 4) % 4 }
}

export function nextLook(look: PhotoFilter): PhotoFilter {
  return photoFilters[(photoFilters.indexOf(look) + 1) % photoFilters.length] ?? 'plain'
}
