// `npm start`: installs and builds if necessary, then serves.
import { build, install, root } from './project.mjs'

install()
build()
process.chdir(root)
// Runs in this process, so that signals reach the server.
await import('../dist/server/main.js')
