// `npm run bench:web`: what a phone on a slow line sees, as a ratio to the same pages without any script.
import { browser, build, install } from './project.mjs'

install()
build()
process.env.CHROMIUM_PATH = await browser()
const { benchWeb } = await import('./bench/web.mjs')
console.table(await benchWeb())
