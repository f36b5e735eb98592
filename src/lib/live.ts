import { useSyncExternalStore } from 'react'
import { socket } from './trpc.ts'

/** True while the socket is open, so that a screen polls only when nothing is pushed to it. */
export function useLive(): boolean {
  return useSyncExternalStore(subscribe, isOpen, () => false)
}

function subscribe(onChange: () => void): () => void {
  const subscription = socket.connectionState.subscribe({ next: onChange })
  return () => subscription.unsubscribe()
}

function isOpen(): boolean {
  return socket.connectionState.get().state === 'pending'
}
