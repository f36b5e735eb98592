import { type RefObject, useEffect, useState } from 'react'
import { SETTLE_MS } from '../review/use-review-shortcuts.ts'

/** Whether nothing was pressed for SETTLE_MS. For display; the keys ask their events. */
export function useSettled() {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      setIsSettled(false)
      clearTimeout(timer)
      timer = setTimeout(setIsSettled, SETTLE_MS, true)
    }
    restart()
    const kinds = ['keydown', 'click'] as const
    for (const kind of kinds) document.addEventListener(kind, restart, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const kind of kinds) document.removeEventListener(kind, restart, { capture: true })
    }
  }, [])
  return isSettled
}

/** What only moves the focus or unfolds is no press. */
export function useTouched(place: RefObject<HTMLElement | null>) {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || isTouched) return
    const press = (event: Event) => {
      const isLook = event.target instanceof Element && event.target.closest('details')
      const isMove = event instanceof KeyboardEvent && (event.key === 'Tab' || event.key === 'Shift')
      if (!isLook && !isMove) setIsTouched(true)
    }
    // Listens to what bubbles here, also from the clicks of shortcuts.
    const kinds = ['click', 'keydown'] as const
    for (const kind of kinds) element.addEventListener(kind, press)
    return () => {
      for (const kind of kinds) element.removeEventListener(kind, press)
    }
  }, [place, isTouched])
  return isTouched
}
