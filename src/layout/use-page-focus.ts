import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** After a change of page the focus goes to the new one, unless something in it has taken it already. */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(pathname)

  // The focus belongs to the document; without this it stays on a link that says nothing of the new page.
  useEffect(() => {
    const isFirstPage = shown.current === undefined
    const isSamePage = shown.current === pathname
    shown.current = pathname
    if (isFirstPage || isSamePage || main.current?.contains(document.activeElement)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
