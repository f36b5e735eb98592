import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { ToastMessage } from './toast-view.tsx'

type Toasts = { show: (message: ToastMessage) => void; dropError: (isStepOver?: boolean) => void }

const ToastContext = createContext<Toasts>({ show: () => {}, dropError: () => {} })

export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ key: number; message: ToastMessage }>()
  const [View, setView] = useState<ComponentType<{ message: ToastMessage }>>()
  const [loadView] = useState(
    () => () =>
      void import('./toast-view.tsx').then(
        ({ ToastView }) => setView(() => ToastView),
        // A toast that cannot be shown must not break the page; the next one loads the view again.
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
      dropError(isStepOver) {
        if (isStepOver) clearTimeout(waiting.current)
        setCurrent((shown) => {
          const isObsolete = shown?.message.tone === 'error' || (isStepOver && shown?.message.isInStepBar)
          return isObsolete ? undefined : shown
        })
      },
    }
  })
  // Loaded early, because the most frequent toast is about a lost network, when nothing can be loaded.
  useEffect(loadView, [loadView])
  return (
    <ToastContext value={toasts}>
      {children}
      {current && View && <View key={current.key} message={current.message} />}
    </ToastContext>
  )
}

/** Shows a short message for 5 seconds. A new message replaces the current one. */
export function useToast() {
  return useContext(ToastContext).show
}

/** Removes an error toast whose cause is gone or is retried, or whose step is over. */
export function useDropErrorToast() {
  return useContext(ToastContext).dropError
}
