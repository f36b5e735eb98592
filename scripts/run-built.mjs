// Runs a built command for the scripts of package.json. It never installs or builds, because the site may be running
// from this folder.
import { existsSync } from 'node:fs'
import { inRoot, root } from './project.mjs'

/** EX_UNAVAILABLE of sysexits. */
const UNAVAILABLE = 69
const [name] = process.argv.splice(2, 1)
process.chdir(root)
if (!existsSync(inRoot('dist/server', `${name}.js`))) refuse('The site is not built')
try {
  await import(`../dist/server/${name}.js`)
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  refuse('The packages are not installed')
}

function refuse(what) {
  console.error(`${what}. Run this in ${root}, then try again: npm ci --include=dev && npm run build`)
  process.exit(UNAVAILABLE)
}
