import { useSyncExternalStore } from 'react'

/** Whether the page is visible: its tab is in front and its window not minimized. */
export function usePageVisible() {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
