/** Filters help to read a scratched code. */
const photoFilters = ['plain', 'contrast', 'inverted'] as const
export type PhotoFilter = (typeof photoFilters)[number]

/** `turns` are clockwise quarter turns, `page` is that of a PDF, from 1. */
export type PhotoView = { turns: number; filter: PhotoFilter; page: number }

export const uprightPhoto: PhotoView = { turns: 0, filter: 'plain', page: 1 }

export function rotate(view: PhotoView, quarter: 1 | -1): PhotoView {
  return { ...view, turns: (view.turns + quarter + 4) % 4 }
}

export function nextFilter(filter: PhotoFilter): PhotoFilter {
  return photoFilters[(photoFilters.indexOf(filter) + 1) % photoFilters.length] ?? 'plain'
}
