// `npm run bench:web`: page loads on a slow phone, as a ratio to the same pages without scripts.
import { chromium } from './browsers.mjs'
import { prepare } from './project.mjs'

prepare()
process.env.CHROMIUM_PATH = await chromium()
const { benchWeb } = await import('./bench/web.mjs')
console.table(await benchWeb())
