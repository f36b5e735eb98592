// `npm run keys -- status|rotate|retire <id>`: the data keys of the site, which may run meanwhile.
import { build, install, root } from './project.mjs'

install()
build()
process.chdir(root)
await import('../dist/server/keys.js')
