// `npm run restore -- file`: puts a backup into an empty DATA_DIR, proven before anything of it is used.
import { build, install, root } from './project.mjs'

install()
build()
process.chdir(root)
await import('../dist/server/restore.js')
