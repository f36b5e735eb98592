// `npm start`: on a fresh clone installs, builds and serves; on the next run only serves.
import { build, install, root } from './project.mjs'

install()
build()
process.chdir(root)
// In this very process, so that signals reach the server.
await import('../dist/server/main.js')
