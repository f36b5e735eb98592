// `npm run dev`: installs if necessary, then starts Vite with the server inside. Arguments are those of Vite.
import { inRoot, install, root } from './project.mjs'

install()
process.chdir(root)
// Runs in this process, so that signals reach the server.
await import(inRoot('node_modules/vite/bin/vite.js'))
