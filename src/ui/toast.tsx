import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { ToastMessage } from './toast-view.tsx'

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})
const loadView = () => import('./toast-view.tsx')
// Nothing is toasted before somebody acts, so the first paint need not wait for it. A message that cannot be shown
// is no reason to lose the page.
const ToastView = lazy(async () => ({ default: (await loadView().catch(() => undefined))?.ToastView ?? NoView }))
const NoView = (_: { message: ToastMessage }) => null

/** Gives everything below it `useToast`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ key: number; message: ToastMessage }>()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback((message: ToastMessage) => {
    const showNow = () => setCurrent((previous) => ({ key: (previous?.key ?? 0) + 1, message }))
    clearTimeout(waiting.current)
    if (message.afterQuietMs) waiting.current = setTimeout(showNow, message.afterQuietMs)
    else showNow()
  }, [])
  // The network: what has to be said most often is that it is gone, and then nothing can be fetched.
  useEffect(() => void loadView().catch(() => undefined), [])
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
