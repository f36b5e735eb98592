// `npm run bench:web`: page loads on a slow phone, as a ratio to the same pages without scripts.
import { chromium } from './browsers.mjs'
import { installAll } from './packages.mjs'
import { build } from './site-build.mjs'

installAll()
build()
process.env.CHROMIUM_PATH = await chromium()
const { benchWeb } = await import('./bench/web.mjs')
console.table(await benchWeb())
