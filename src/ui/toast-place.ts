import { type RefObject, useLayoutEffect } from 'react'
import buttons from './button.module.css'

type Span = { top: number; bottom: number }
type Sides = { left: number; right: number }

type ToastSituation = {
  visible: Span
  headerBottom: number
  bar: Span | undefined
  kept: readonly Span[]
  height: number
  prefersTop: boolean
}

/** From the edges and from what is kept free, in pixels; a bar below the header has none. */
const GAP = 8

/** Where a toast begins, in pixels from the top of the window: at its preferred edge, unless it covers something. */
export function toastTop({ visible, headerBottom, bar, kept, height, prefersTop }: ToastSituation) {
  const top = Math.max(visible.top, headerBottom) + (prefersTop ? 0 : GAP)
  const floor = bar && bar.top < visible.bottom ? bar.top : visible.bottom
  const bottom = Math.max(visible.top, floor - GAP - height)
  const [first, second] = prefersTop ? [top, bottom] : [bottom, top]
  const covers = (start: number) => kept.some((each) => start < each.bottom + GAP && start + height > each.top - GAP)
  return covers(first) && !covers(second) ? second : first
}

/** On these screens toasts are bars below the header; see toast.module.css. */
const smallOrTouch = '(max-width: 899px), (pointer: coarse)'

/** Keeps the toasts in `viewport` off the focused control and main buttons, also above the keyboard of a phone. */
export function useToastPlace(viewport: RefObject<HTMLElement | null>) {
  // Focus, scrolling and the keyboard are outside React. Before the next paint, so that the toast does not jump.
  useLayoutEffect(() => {
    const toasts = viewport.current
    if (!toasts) return
    const place = () => {
      toasts.style.top = `${toastTop(situationOf(toasts))}px`
      toasts.style.bottom = 'auto'
    }
    place()
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('focusin', place, { signal })
    window.addEventListener('scroll', place, { signal, passive: true })
    window.visualViewport?.addEventListener('resize', place, { signal })
    window.visualViewport?.addEventListener('scroll', place, { signal })
    // The toast is added later, and grows with its text.
    const resizes = typeof ResizeObserver === 'function' ? new ResizeObserver(place) : undefined
    resizes?.observe(toasts)
    return () => {
      stop.abort()
      resizes?.disconnect()
    }
  }, [viewport])
}

function situationOf(toasts: HTMLElement) {
  const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {}
  const box = toasts.getBoundingClientRect()
  const bar = document.querySelector('[data-sticks]')
  const kept = keptBy(toasts).map((element) => element.getBoundingClientRect())
  return {
    visible: { top: offsetTop, bottom: offsetTop + height },
    headerBottom: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
    // On wide screens the bar is a part of the page.
    bar: bar && getComputedStyle(bar).position === 'sticky' ? bar.getBoundingClientRect() : undefined,
    kept: notBeside(kept, box),
    height: box.height,
    // A dialog has its title at the top and leaves room at the bottom.
    prefersTop: matchMedia(smallOrTouch).matches && !document.querySelector('[role="dialog"]'),
  }
}

export function notBeside<Box extends Sides>(boxes: readonly Box[], toast: Sides) {
  return boxes.filter(({ left, right }) => right >= toast.left && left <= toast.right)
}

function keptBy(toasts: HTMLElement) {
  const active = document.activeElement
  const buttonsOfPage = document.querySelectorAll(`.${buttons.primary}`)
  // A toast that moved away from its own button could not be closed.
  const isOther = active?.matches('input, textarea, select, button, a') && !toasts.contains(active)
  return active && isOther ? [active, ...buttonsOfPage] : [...buttonsOfPage]
}
