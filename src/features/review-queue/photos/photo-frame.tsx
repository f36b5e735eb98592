import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { fileDownloadUrl, fileUrl } from '#client/lib/file-url.ts'
import { usePdfPage } from '#client/lib/use-pdf-page.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { PageTurn } from '#client/ui/page-turn.tsx'
import type { UploadedFile } from '#shared/submission-schema.ts'
import styles from './photo.module.css'
import { PhotoTools, type PhotoView, rotate } from './photo-tools.tsx'

/** Below this distance in pixels a gesture is a click, not a drag. */
const DRAG_FROM_PX = 4
/** Share of the scale that a wheel adds per pixel; a trackpad reports a pinch as small turns with the Control key. */
const WHEEL_PACE = 0.0025
const PINCH_PACE = 0.01
const ZOOM_STEP = 1.5
const DOUBLE_CLICK_STEP = 2
const AT_ONCE_MS = 0

const arrows: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const whole = { width: '100%', height: '100%' }

type Props = {
  file: UploadedFile
  view: PhotoView
  onView: (change: (view: PhotoView) => PhotoView) => void
  hasKeys: boolean
  onEnlarge?: () => void
  isLarge?: boolean
}

export function PhotoFrame({ file, view, onView, hasKeys, onEnlarge, isLarge = false }: Props) {
  const transform = useRef<ReactZoomPanPinchRef>(null)
  const pressedAt = useRef({ clientX: 0, clientY: 0 })
  const [scale, setScale] = useState(1)
  const [isPinching, setIsPinching] = useState(false)
  const { turns, filter, page } = view
  const isPdf = file.mimeType === 'application/pdf'
  const pdf = usePdfPage(file.id, page, isPdf)
  const source = isPdf ? pdf.src : fileUrl(file.id)
  const { attempt, isBroken, onError } = usePhotoRetry(fileUrl(file.id))
  const problem = isBroken ? "This photo can't be shown." : pdf.problem
  const isWhole = scale === 1

  const panBy = (x: number, y: number) => void transform.current?.panBy(x, y, AT_ONCE_MS)
  function panByKey(event: KeyboardEvent<HTMLElement>) {
    const arrow = event.shiftKey && arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    event.stopPropagation()
    const { clientWidth, clientHeight } = event.currentTarget
    panBy((arrow[0] * clientWidth) / 5, (arrow[1] * clientHeight) / 5)
  }
  function centre({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
    const from = pressedAt.current
    if (isWhole || Math.hypot(clientX - from.clientX, clientY - from.clientY) >= DRAG_FROM_PX) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    panBy(left + width / 2 - clientX, top + height / 2 - clientY)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the frame is moved with the arrow keys, a fieldset is not */}
      <div
        role="group"
        className={`positioned ${styles.frame} ${isLarge ? styles.large : styles.small}`}
        aria-label={isPdf ? `Page ${page} of ${file.fileName}` : `Photo ${file.fileName}`}
        aria-roledescription="photo"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys act on the photo that has the focus
        tabIndex={0}
        data-photo
        data-zoomed={!isWhole || undefined}
        onKeyDown={panByKey}
        onPointerDown={(event) => {
          pressedAt.current = { clientX: event.clientX, clientY: event.clientY }
          // The library prevents the focus that a press on a zoomed photo gives.
          event.currentTarget.focus({ preventScroll: true })
        }}
        onClick={centre}
        onWheelCapture={(event) => {
          setIsPinching(event.ctrlKey)
          // Over an unzoomed photo, scrolling down scrolls the page.
          if (isWhole && event.deltaY > 0) event.stopPropagation()
        }}
      >
        <TransformWrapper
          ref={transform}
          maxScale={8}
          disablePadding
          zoomAnimation={{ disabled: true }}
          autoAlignment={{ disabled: true }}
          wheel={{ step: scale * (isPinching ? PINCH_PACE : WHEEL_PACE) }}
          panning={{ disabled: isWhole, velocityDisabled: true, allowMiddleClickPan: false, allowRightClickPan: false }}
          doubleClick={{ mode: isWhole ? 'zoomIn' : 'reset', step: DOUBLE_CLICK_STEP, animationTime: AT_ONCE_MS }}
          onTransform={(_, { scale }) => setScale(scale)}
        >
          <TransformComponent wrapperStyle={whole} contentStyle={whole} contentClass={styles.moved}>
            {source !== undefined && (
              <img
                key={attempt}
                className={`${turns % 2 === 1 ? styles.lying : styles.standing} ${styles[filter]}`}
                style={{ rotate: `${turns * 90}deg` }}
                src={source}
                alt={file.fileName}
                draggable={false}
                decoding="async"
                onError={isPdf ? undefined : onError}
              />
            )}
          </TransformComponent>
        </TransformWrapper>
        {problem !== undefined && (
          <p className={`any-width ${styles.broken}`}>
            {problem}
            <OriginalLink file={file} />
          </p>
        )}
      </div>
      <div className="cluster spread gap-2">
        <PhotoTools
          fileName={file.fileName}
          view={view}
          scale={scale}
          hasKeys={hasKeys}
          onView={onView}
          onZoomIn={() => transform.current?.zoomIn(scale * (ZOOM_STEP - 1), AT_ONCE_MS)}
          onZoomOut={() => transform.current?.zoomOut(scale * (1 - 1 / ZOOM_STEP), AT_ONCE_MS)}
          onWhole={() => transform.current?.resetTransform(AT_ONCE_MS)}
          onRotate={(quarter) => {
            onView((now) => rotate(now, quarter))
            transform.current?.centerView(scale, AT_ONCE_MS)
          }}
          onEnlarge={onEnlarge}
        />
        <PageTurn
          page={page}
          count={pdf.count}
          fileName={file.fileName}
          onPage={(next) => onView((now) => ({ ...now, page: next }))}
        />
      </div>
    </>
  )
}

export function OriginalLink({ file }: { file: UploadedFile }) {
  return (
    <a className={buttonClass('quiet', 'small')} href={fileDownloadUrl(file.id, 'original')} download>
      Download original<span className="visually-hidden"> {file.fileName}</span>
    </a>
  )
}

/** Half a minute with the five seconds that a busy server asks for. */
const MAX_FAILURES = 6
const RETRY_SECONDS = 5

/** Loads a photo again while the server is busy or unreachable. `attempt` is the key of its image element. */
function usePhotoRetry(url: string) {
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setIsBroken] = useState(false)

  // An image element does not report the status of its response.
  useEffect(() => {
    if (failures === 0) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    void retryDelay(url, abort.signal).then((ms) => {
      if (abort.signal.aborted) return
      if (ms === undefined || failures >= MAX_FAILURES) setIsBroken(true)
      else timer = setTimeout(() => setAttempt(failures), ms)
    })
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [failures, url])

  return { attempt, isBroken, onError: () => setFailures((count) => count + 1) }
}

/** In milliseconds; undefined when another attempt would get the same response. */
async function retryDelay(url: string, signal: AbortSignal) {
  const response = await fetch(url, { method: 'HEAD', signal }).catch(() => undefined)
  if (response?.ok) return 0
  if (response && response.status !== 503) return undefined
  return Number(response?.headers.get('retry-after') ?? RETRY_SECONDS) * 1000
}
