import './styles/fonts.css'
import './styles/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { factsElement } from '#shared/page-marks.ts'
import { App } from './app.tsx'
import { startWithCatalogue } from './lib/catalogue.ts'
import { loadPageAtLast } from './lib/load-page.ts'
import { createQueryClient } from './lib/query-client.ts'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root.')
// The development server renders no pages.
const facts = document.getElementById(factsElement)?.textContent
if (facts) startWithCatalogue(JSON.parse(facts))
const router = createAppRouter()
const app = <App router={router} queryClient={createQueryClient()} />

if (root.firstElementChild) {
  // Marks the page as server-rendered. With that, and with its code loaded, the router renders the same elements;
  // otherwise React would discard them and render the page twice.
  router.ssr = { manifest: undefined }
  void loadPageAtLast(router, router.latestLocation.pathname)
    .then(() => router.load())
    .then(() => hydrateRoot(root, app))
} else {
  // From here on every route renders its own title; the prerendered one would take precedence.
  document.querySelector('head > title')?.remove()
  createRoot(root).render(app)
}
