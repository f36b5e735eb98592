import { useEffect, useState } from 'react'
import { SETTLE_MS } from '../review/use-review-shortcuts.ts'

/** Whether nothing was pressed for SETTLE_MS. For display; the keys ask their events. */
export function useSettled(): boolean {
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
