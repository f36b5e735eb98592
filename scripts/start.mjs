// `npm start`: installs and builds if necessary, then serves.
import { prepare, root } from './project.mjs'

prepare()
process.chdir(root)
// Runs in this process, so that signals reach the server.
await import('../dist/server/main.js')
