import { type PointerEvent, useEffect, useRef } from 'react'
import { type PhotoView, type Point, panBy, type Size, ZOOM_STEP, zoomAt } from './photo-view.ts'

/** Below this distance in pixels a gesture is a click, not a drag. */
const DRAG_FROM_PX = 4
const WHEEL_PACE = 0.0025
const DOUBLE_PRESS_ZOOM = 3

/**
 * Wheel, pinch, drag and click on a photo. A click on a zoomed photo centres that point, as an alternative to dragging;
 * a double click zooms in or back out.
 */
export function usePhotoGestures(view: PhotoView, onView: (change: (view: PhotoView) => PhotoView) => void) {
  const frame = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const hasDragged = useRef(false)
  const isWhole = view.scale === 1

  // React's wheel listener is passive and cannot prevent scrolling.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      // Over an unzoomed photo, scrolling down scrolls the page.
      if (isWhole && event.deltaY > 0) return
      event.preventDefault()
      const factor = Math.exp(-event.deltaY * WHEEL_PACE * (event.ctrlKey ? 4 : 1))
      onView((now) => zoomAt(now, factor, placeIn(element, event), sizeOf(element)))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [onView, isWhole])

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    if (pointers.current.size === 0) hasDragged.current = false
    pointers.current.set(event.pointerId, placeIn(event.currentTarget, event))
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const element = event.currentTarget
    const now = placeIn(element, event)
    if (!hasDragged.current && distance(before, now) < DRAG_FROM_PX) return
    hasDragged.current = true
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    const size = sizeOf(element)
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      onView((view) => zoomAt(view, factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, size))
    } else onView((view) => panBy(view, now.x - before.x, now.y - before.y, size))
  }
  function onPointerUp(event: PointerEvent<HTMLDivElement>) {
    if (!pointers.current.delete(event.pointerId) || hasDragged.current || event.type !== 'pointerup') return
    const at = placeIn(event.currentTarget, event)
    const size = sizeOf(event.currentTarget)
    if (view.scale > 1) onView((now) => panBy(now, -at.x, -at.y, size))
  }
  function onDoubleClick(event: { currentTarget: HTMLDivElement; clientX: number; clientY: number }) {
    const at = placeIn(event.currentTarget, event)
    const size = sizeOf(event.currentTarget)
    onView((now) => zoomAt(now, now.scale > 1 ? 0 : DOUBLE_PRESS_ZOOM, at, size))
  }
  /** Zooms one step in (1) or out (-1) at the centre of the frame. */
  function zoom(direction: 1 | -1) {
    const element = frame.current
    if (element) onView((now) => zoomAt(now, ZOOM_STEP ** direction, { x: 0, y: 0 }, sizeOf(element)))
  }
  /** Moves a zoomed photo by a fifth of its frame. */
  function pan(x: -1 | 0 | 1, y: -1 | 0 | 1) {
    const element = frame.current
    if (!element) return
    const { width, height } = sizeOf(element)
    onView((now) => panBy(now, (-x * width) / 5, (-y * height) / 5, { width, height }))
  }

  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onDoubleClick }
  return { frame, handlers, zoom, pan }
}

function sizeOf(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight }
}

function placeIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
