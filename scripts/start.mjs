// `npm start`: installs and builds if necessary, then serves. A release is built.
import { readFileSync } from 'node:fs'
import { installForSite } from './packages.mjs'
import { basePath, inRoot, isRelease, root } from './project.mjs'

/** EX_CONFIG of sysexits, as the server exits when its configuration does not allow a start. */
const MISCONFIGURED = 78

if (isRelease) refuseOtherBasePath()
installForSite()
if (!isRelease) (await import('./site-build.mjs')).build()
process.chdir(root)
// Runs in this process, so that signals reach the server.
await import('../dist/server/main.js')

/** The server would refuse it too, after the installation of the packages. */
function refuseOtherBasePath() {
  const { base } = JSON.parse(readFileSync(inRoot('dist/pages/screens.json'), 'utf8'))
  const [built, wanted] = [base.slice(0, -1), basePath()]
  if (wanted === built) return
  const cure = `Set BASE_PATH='${built}', or make a release of the sources with BASE_PATH='${wanted}' npm run release`
  console.error(`This release was built for BASE_PATH='${built}', not '${wanted}'. ${cure}`)
  process.exit(MISCONFIGURED)
}
