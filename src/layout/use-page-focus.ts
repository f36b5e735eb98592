import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the new page after a navigation, unless an element in it has the focus already. */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(pathname)

  // The focus is outside React. Without this it stays on the link, and screen readers do not announce the new page.
  useEffect(() => {
    const isFirstPage = shown.current === undefined
    const isSamePage = shown.current === pathname
    shown.current = pathname
    if (isFirstPage || isSamePage || main.current?.contains(document.activeElement)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
