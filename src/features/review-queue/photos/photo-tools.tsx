import { Drawing } from '#client/ui/icon.tsx'
import styles from './photo.module.css'

/** Kept here, because only staff pages use these icons. */
const paths = {
  'zoom-in': 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.4 15.4L20.5 20.5M10.5 7.5v6M7.5 10.5h6',
  'zoom-out': 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.4 15.4L20.5 20.5M7.5 10.5h6',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z',
  'turn-left': 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4 9.2M4 4.2v5h5',
  'turn-right': 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.2M20 4.2v5h-5',
  filter: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 4v16M14.5 5v14M17 6.5v11M19 9v6',
  large: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
} as const

const filterNames: Readonly<Record<PhotoFilter, string>> = {
  plain: 'as photographed',
  contrast: 'strong contrast',
  inverted: 'inverted',
}

type PhotoToolsProps = {
  fileName: string
  view: PhotoView
  /** 1 shows the whole photo. */
  scale: number
  hasKeys: boolean
  onView: (change: (view: PhotoView) => PhotoView) => void
  onZoomIn: () => void
  onZoomOut: () => void
  onWhole: () => void
  onRotate: (quarter: 1 | -1) => void
  onEnlarge?: () => void
}

export function PhotoTools({ fileName, view, scale, hasKeys, onView, onEnlarge, ...on }: PhotoToolsProps) {
  const tool = (icon: keyof typeof paths, name: string, key: string, act: () => void) => (
    <button
      type="button"
      className={`centred ${styles.tool}`}
      aria-label={`${name}, ${fileName}`}
      title={`${name} (${key})`}
      aria-keyshortcuts={hasKeys ? key : undefined}
      onClick={act}
    >
      <Drawing path={paths[icon]} width={2} size={18} />
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the buttons as form fields
    <div className={`cluster gap-0 ${styles.tools}`} role="group" aria-label={`Tools for ${fileName}`}>
      {tool('zoom-out', 'Zoom out', '-', on.onZoomOut)}
      {tool('zoom-in', 'Zoom in', '+', on.onZoomIn)}
      {tool('whole', 'Show the whole photo', '0', on.onWhole)}
      {tool('turn-left', 'Rotate left', '[', () => on.onRotate(-1))}
      {tool('turn-right', 'Rotate right', ']', () => on.onRotate(1))}
      {tool('filter', `Contrast: ${filterNames[view.filter]}`, 'i', () =>
        onView((now) => ({ ...now, filter: nextFilter(now.filter) })),
      )}
      {onEnlarge && tool('large', 'Full size', 'f', onEnlarge)}
      <output className={scale === 1 ? 'visually-hidden' : styles.scale} aria-label={`Zoom of ${fileName}`}>
        {Math.round(scale * 100)}%
      </output>
    </div>
  )
}

const photoFilters = ['plain', 'contrast', 'inverted'] as const
type PhotoFilter = (typeof photoFilters)[number]

/** `turns` are clockwise quarter turns, `page` is that of a PDF, from 1. */
export type PhotoView = { turns: number; filter: PhotoFilter; page: number }

export const uprightPhoto: PhotoView = { turns: 0, filter: 'plain', page: 1 }

export function rotate(view: PhotoView, quarter: 1 | -1) {
  return { ...view, turns: (view.turns + quarter + 4) % 4 }
}

export function nextFilter(filter: PhotoFilter) {
  return photoFilters[(photoFilters.indexOf(filter) + 1) % photoFilters.length] ?? 'plain'
}
