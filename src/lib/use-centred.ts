import { type RefObject, useEffect } from 'react'

/** Scrolls the child that `selector` finds to the centre of its row; again when `current` changes or a size does. */
export function useCentred(row: RefObject<HTMLElement | null>, selector: string, current: string | undefined) {
  // Sizes are known to the browser only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` changes what the selector finds
  useEffect(() => {
    const list = row.current
    const child = list?.querySelector<HTMLElement>(selector)
    if (!list || !child) return
    const center = () => {
      list.scrollLeft = child.offsetLeft - (list.clientWidth - child.offsetWidth) / 2
    }
    center()
    if (typeof ResizeObserver !== 'function') return
    const observer = new ResizeObserver(center)
    for (const each of [list, ...list.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [row, selector, current])
}
