import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { offline } from '#shared/offline.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import { serviceWorker } from '../service-worker.ts'
import type { Files } from './emitted-files.ts'

/** The service worker and its only file, the page that it shows when a navigation fails. */
export function offlineFiles(): Files {
  return { [offline.page]: drawPage, [offline.worker]: async () => workerScript(await drawPage()) }
}

/** The script names a new cache when the page changes, so browsers install it. */
function workerScript(page: string) {
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12)
  return `(${serviceWorker.toString()})(self, ${JSON.stringify({ ...offline, version })})\n`
}

/** Complete in itself, because nothing else is stored. */
async function drawPage() {
  const tokens = await readFile(new URL('../styles/tokens.css', import.meta.url), 'utf8')
  const css = `${tokens}\n${styles}`.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>You're offline | ${siteDefaults.brandName}</title>
<style>${css}</style>
</head>
<body>
<main>
<p class="name">${siteDefaults.brandName}</p>
<h1>You're offline</h1>
<p>This page needs the internet. Your orders are safe with us. Check your connection and try again.</p>
<a href="">Retry</a>
</main>
</body>
</html>
`
}

const styles = `
body { display: grid; min-height: 100dvh; margin: 0; place-items: center; background: var(--paper); color: var(--ink); font: 400 1rem/1.5 var(--font-text); }
main { max-width: 26rem; padding: var(--space-5); }
.name { margin: 0 0 var(--space-4); color: var(--brand); font-weight: 600; }
h1 { margin: 0 0 var(--space-3); font: 700 var(--text-3xl)/1.1 var(--font-display); }
p { margin: 0 0 var(--space-5); color: var(--muted); }
a { display: inline-flex; align-items: center; min-height: var(--control); padding: 0 var(--space-5); border-radius: var(--radius); background: var(--brand); color: var(--on-brand); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`
