import { useEffect, useState } from 'react'

const WITHOUT_IDLE_CALLBACKS_MS = 2_000

/** True once the page has loaded and the browser is idle; false during hydration. */
export function useIdle() {
  const [isIdle, setIsIdle] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    const settle = () => !stop.signal.aborted && setIsIdle(true)
    const wait = () => {
      // Safari has no requestIdleCallback.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(settle)
      else setTimeout(settle, WITHOUT_IDLE_CALLBACKS_MS)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true, signal: stop.signal })
    return () => stop.abort()
  }, [])

  return isIdle
}
