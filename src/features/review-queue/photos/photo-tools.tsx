import styles from './photo.module.css'
import { nextLook, type PhotoFilter, type PhotoView, rotate, zoomedOut } from './photo-view.ts'
import { ToolIcon, type ToolIconName } from './tool-icon.tsx'

const lookNames: Readonly<Record<PhotoFilter, string>> = {
  plain: 'as photographed',
  contrast: 'strong contrast',
  inverted: 'inverted',
}

type Props = {
  fileName: string
  view: PhotoView
  onView: (change: (view: PhotoView) => PhotoView) => void
  onZoom: (direction: 1 | -1) => void
  /** The keys belong to the tools of one photo at a time. */
  hasKeys: boolean
  /** Opens the photo over the whole window; not there once it is open. */
  onEnlarge?: () => void
}

/** A button for everything that can be done to a photo. */
export function PhotoTools({ fileName, view, onView, onZoom, hasKeys, onEnlarge }: Props) {
  const tool = (icon: ToolIconName, name: string, key: string, act: () => void) => (
    <button
      type="button"
      className={styles.tool}
      aria-label={`${name}, ${fileName}`}
      title={`${name} (${key})`}
      aria-keyshortcuts={hasKeys ? key : undefined}
      onClick={act}
    >
      <ToolIcon name={icon} />
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the buttons as form fields
    <div className={styles.tools} role="group" aria-label={`Tools for ${fileName}`}>
      {tool('zoom-out', 'Zoom out', '-', () => onZoom(-1))}
      {tool('zoom-in', 'Zoom in', '+', () => onZoom(1))}
      {tool('whole', 'Show the whole photo', '0', () => onView(zoomedOut))}
      {tool('turn-left', 'Rotate left', '[', () => onView((now) => rotate(now, -1)))}
      {tool('turn-right', 'Rotate right', ']', () => onView((now) => rotate(now, 1)))}
      {tool('look', `Contrast: ${lookNames[view.look]}`, 'i', () =>
        onView((now) => ({ ...now, look: nextLook(now.look) })),
      )}
      {onEnlarge && tool('large', 'Full size', 'f', onEnlarge)}
      <output className={styles.scale} aria-label={`Zoom of ${fileName}`}>
        {Math.round(view.scale * 100)}%
      </output>
    </div>
  )
}
