import { useEffect, useState } from 'react'

const WITHOUT_IDLE_CALLBACKS_MS = 2_000

/** False for the first paint and until the page has loaded and the browser has time to spare; then true. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)

  // The browser's load and its spare time are outside React.
  useEffect(() => {
    const stop = new AbortController()
    const settle = () => !stop.signal.aborted && setIsIdle(true)
    const wait = () => {
      // Safari has no idle callbacks.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(settle)
      else setTimeout(settle, WITHOUT_IDLE_CALLBACKS_MS)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true, signal: stop.signal })
    return () => stop.abort()
  }, [])

  return isIdle
}
