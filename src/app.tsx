import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { trpc, trpcClient } from './lib/trpc.ts'
import type { AppRouter } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'

/** The whole application: drawn once at build into every public page, and again by the browser over the same elements. */
export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  // The page outside React: `replay-early-clicks.js` waits for this, and so do measurements. A moment later, so that what was
  // typed before has been taken over.
  useEffect(() => {
    const timer = setTimeout(() => {
      performance.mark('hydrated')
      document.dispatchEvent(new Event('ready-for-presses'))
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
