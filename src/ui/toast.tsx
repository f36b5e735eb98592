import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { ToastMessage } from './toast-view.tsx'

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})
// Nothing is toasted before somebody acts, so the first load need not carry it.
const ToastView = lazy(async () => ({ default: (await import('./toast-view.tsx')).ToastView }))

/** Gives everything below it `useToast`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ key: number; message: ToastMessage }>()
  const show = useCallback((message: ToastMessage) => {
    setCurrent((previous) => ({ key: (previous?.key ?? 0) + 1, message }))
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      {current && (
        <Suspense>
          <ToastView key={current.key} message={current.message} />
        </Suspense>
      )}
    </ToastContext>
  )
}

/** Shows a short message for 5 seconds. There is one at a time: a new one takes the old one's place. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext)
}
