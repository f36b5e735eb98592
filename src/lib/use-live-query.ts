import { useSyncExternalStore } from 'react'
import { isSocketOpen, loadSocket } from './lazy-subscription-link.ts'

/** True while the socket is open, so that a screen polls only when nothing is pushed to it. */
export function useLive(): boolean {
  return useSyncExternalStore(subscribe, isSocketOpen, () => false)
}

function subscribe(onChange: () => void): () => void {
  let stop: (() => void) | undefined
  let isOverloaded = false
  loadSocket().then(
    ({ socket }) => {
      if (isOverloaded) return
      stop = socket.onChange(onChange)
      onChange()
    },
    // Then nothing is pushed either, and the answer stays false.
    () => undefined,
  )
  return () => {
    isOverloaded = true
    stop?.()
  }
}
