// `npm run backup -- folder`: a backup of the site, which may run meanwhile.
import { build, install, root } from './project.mjs'

install()
build()
process.chdir(root)
await import('../dist/server/backup.js')
