// `npm run demo`: fills an empty database with believable demo data.
import { build, install, root } from './project.mjs'

install()
build()
process.chdir(root)
await import('../dist/server/demo.js')
