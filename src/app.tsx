import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { trpc, trpcClient } from './lib/trpc.ts'
import type { AppRouter } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'

/** The whole application: rendered into every public page by the server, hydrated by the browser. */
export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  // `replay-early-clicks.js` and benchmarks wait for this event. Delayed, so that fields have read what was typed
  // before hydration.
  useEffect(() => {
    const timer = setTimeout(() => {
      performance.mark('hydrated')
      document.dispatchEvent(new Event('app-hydrated'))
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <StrictMode>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>
  )
}
