import { useSyncExternalStore } from 'react'
import { isSocketOpen, loadSocket } from './lazy-subscription-link.ts'

/** True while the subscription socket is open, so that a screen polls only without push. */
export function useLive() {
  return useSyncExternalStore(subscribe, isSocketOpen, () => false)
}

/** The options of a query that is read every `ms` without push, and every `liveMs` with it. */
export function usePolling(ms: number, liveMs: number | false = false) {
  return { refetchInterval: useLive() ? liveMs : ms }
}

function subscribe(onChange: () => void) {
  let stop: (() => void) | undefined
  let isUnsubscribed = false
  loadSocket().then(
    ({ socket }) => {
      if (isUnsubscribed) return
      stop = socket.onChange(onChange)
      onChange()
    },
    // Without the code there is no push, so the value stays false.
    () => undefined,
  )
  return () => {
    isUnsubscribed = true
    stop?.()
  }
}
