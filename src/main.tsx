import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './lib/query-client.ts'
import { trpc, trpcClient } from './lib/trpc.ts'
import { createAppRouter } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root.')
const queryClient = createQueryClient()
// From here on every route writes its own title; the one of the page would stay in front of it.
document.querySelector('head > title')?.remove()

createRoot(root).render(
  <StrictMode>
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={createAppRouter()} />
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  </StrictMode>,
)
