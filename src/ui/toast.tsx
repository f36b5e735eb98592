import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { ToastMessage } from './toast-view.tsx'

type Toasts = { show: (message: ToastMessage) => void; dropError: () => void }

const ToastContext = createContext<Toasts>({ show: () => {}, dropError: () => {} })

/** Gives everything below it `useToast`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ key: number; message: ToastMessage }>()
  const [View, setView] = useState<ComponentType<{ message: ToastMessage }>>()
  const [loadView] = useState(
    () => () =>
      void import('./toast-view.tsx').then(
        ({ ToastView }) => setView(() => ToastView),
        // A message that cannot be shown is no reason to lose the page; the next one tries again.
        () => undefined,
      ),
  )
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [toasts] = useState((): Toasts => {
    let count = 0
    return {
      show(message) {
        const showNow = () => {
          setCurrent({ key: ++count, message })
          loadView()
        }
        clearTimeout(waiting.current)
        if (message.afterQuietMs) waiting.current = setTimeout(showNow, message.afterQuietMs)
        else showNow()
      },
      dropError: () => setCurrent((shown) => (shown?.message.tone === 'error' ? undefined : shown)),
    }
  })
  // The network: what has to be said most often is that it is gone, and then nothing can be fetched.
  useEffect(loadView, [loadView])
  return (
    <ToastContext value={toasts}>
      {children}
      {current && View && <View key={current.key} message={current.message} />}
    </ToastContext>
  )
}

/** Shows a short message for 5 seconds. There is one at a time: a new one takes the old one's place. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext).show
}

/** Takes away an error that is on screen and over: its cause is gone, or another try has begun. */
export function useDropErrorToast(): () => void {
  return useContext(ToastContext).dropError
}
