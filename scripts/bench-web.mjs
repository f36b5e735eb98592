// `npm run bench:web`: page loads on a slow phone, as a ratio to the same pages without scripts.
//   --smallest      one load of each page, to see that it runs
import { installAll } from './packages.mjs'
import { build } from './site-build.mjs'

installAll()
build()
const { benchWeb } = await import('./bench/web.mjs')
console.table(await benchWeb())
