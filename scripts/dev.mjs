// `npm run dev`: installs if necessary, then starts Vite with the server inside. Arguments are those of Vite.
import { loadEnv } from './load-env.mjs'
import { installForSite } from './packages.mjs'
import { inRoot, root } from './project.mjs'

installForSite()
process.chdir(root)
// Vite's own reader would keep a byte order mark.
loadEnv('.env')
// Runs in this process, so that signals reach the server.
await import(inRoot('node_modules/vite/bin/vite.js'))
