import './styles/fonts.css'
import './styles/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadPageAtLast } from './lib/load-page.ts'
import { createQueryClient } from './lib/query-client.ts'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root.')
const router = createAppRouter()
const app = <App router={router} queryClient={createQueryClient()} />

if (root.firstElementChild) {
  // Told that a server drew the page, and with its code at hand, the router draws the same elements; else React
  // throws them away and draws the page twice.
  router.ssr = { manifest: undefined }
  void loadPageAtLast(router, router.latestLocation.pathname)
    .then(() => router.load())
    .then(() => hydrateRoot(root, app))
} else {
  // From here on every route writes its own title; the one of the page would stay in front of it.
  document.querySelector('head > title')?.remove()
  createRoot(root).render(app)
}
