// Runs a built command for the scripts of package.json; without a build, operator commands run from the sources. It
// never installs or builds, because the site may be running from this folder.
import { existsSync } from 'node:fs'
import { inRoot, isRelease, root } from './project.mjs'

/** EX_UNAVAILABLE of sysexits. */
const UNAVAILABLE = 69
const [name] = process.argv.splice(2, 1)
const built = inRoot('dist/server', `${name}.js`)
const source = inRoot('src-server/operator/commands', `${name}.ts`)
process.chdir(root)
try {
  if (existsSync(built)) await import(built)
  else if (existsSync(source)) await runSource()
  else refuse('The site is not built')
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  refuse('The packages are not installed')
}

/** As `npm run dev` does: Vite compiles what Node.js 22 cannot read. */
async function runSource() {
  const { createRunnableDevEnvironment, resolveConfig } = await import('vite')
  const config = await resolveConfig({ configFile: false, root, logLevel: 'warn', oxc: { target: 'node22' } }, 'serve')
  const environment = createRunnableDevEnvironment('ssr', config, { hot: false })
  await environment.init()
  await environment.runner.import(source)
}

function refuse(what) {
  const cure = isRelease ? 'npm ci --omit=dev' : 'npm run build'
  console.error(`${what}. Run this in ${root}, then try again: ${cure}`)
  process.exit(UNAVAILABLE)
}
