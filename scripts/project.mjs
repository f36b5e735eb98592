// Setup for `npm start` and `npm test` before packages are installed: plain Node without dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
export const inRoot = (...parts) => path.join(root, ...parts)
const vite = inRoot('node_modules/vite/bin/vite.js')
/** Has the fingerprint of the last install. */
const installed = inRoot('node_modules/.installed')
/** The Node.js versions of `fetch-node.mjs`. */
const fetchedNodes = inRoot('node_modules/.node')
/** The build that `npm start` serves, from the root of the project. */
const dist = 'dist'
/** The build of the tests, so that they change nothing of a running site. */
export const testBuild = 'node_modules/.cache/test-build'

/** Runs a command in the project folder; exits this process when it fails. */
export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status === 0) return
  console.error(`Failed: ${command} ${args.join(' ')}`)
  process.exit(status ?? 1)
}

/** Runs a package's JavaScript entry with the current Node. */
export function runNode(script, ...args) {
  run(process.execPath, [inRoot('node_modules', script), ...args])
}

/** Installs the packages and builds client and server, where something has changed since the last time. */
export function prepare() {
  install()
  build()
}

/** Installs the locked packages when the lock file has changed since the last install. */
export function install() {
  if (isStamped(installed, packagesWanted())) return
  const { node, putBack } = moveNodeAside()
  // npm sets the path of its own program.
  const npmCli = process.env.npm_execpath
  const [npm, before] = npmCli?.endsWith('.js') ? [node, [npmCli]] : ['npm', []]
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`
  run(npm, [...before, 'ci', '--include=dev', '--no-audit', '--no-fund'], { PATH })
  putBack()
  noteInstall()
}

/** `npm ci` empties node_modules, which may contain the Node.js of this process. */
function moveNodeAside() {
  const node = process.execPath
  if (!node.startsWith(fetchedNodes)) return { node, putBack: () => undefined }
  const aside = inRoot(dist, '.node')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(inRoot(dist), { recursive: true })
  renameSync(fetchedNodes, aside)
  const putBack = () => {
    mkdirSync(path.dirname(fetchedNodes), { recursive: true })
    if (existsSync(aside)) renameSync(aside, fetchedNodes)
  }
  // A failed installation exits this process.
  process.once('exit', putBack)
  return { node: path.join(aside, path.relative(fetchedNodes, node)), putBack }
}

/** Records the installed packages, unless development dependencies are missing. */
export function noteInstall() {
  if (existsSync(vite)) writeFileSync(installed, packagesWanted())
}

/** Builds client and server into a folder when a source has changed since its last build. */
export function build(folder = dist) {
  if (!isStamped(stampOf(folder), sourcesWanted())) rebuild(folder)
}

/** Builds client and server into a folder. */
export function rebuild(folder = dist) {
  // `npm prune --omit=dev` removes what only the build needs.
  if (!existsSync(vite)) {
    rmSync(installed, { force: true })
    install()
  }
  const wanted = sourcesWanted()
  const stamp = stampOf(folder)
  // An interrupted build does not count as built.
  rmSync(stamp, { force: true })
  // With another NODE_ENV, React would be bundled unminified.
  const env = { NODE_ENV: 'production', BUILD_DIR: folder }
  run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], env)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

const stampOf = (folder) => inRoot(folder, '.built')

function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Includes the platform, because native packages are those of one. */
function packagesWanted() {
  return `${fingerprint([inRoot('package-lock.json')])} ${process.platform}-${process.arch}`
}

function sourcesWanted() {
  const sources = ['src', 'src-server', 'src-shared', 'migrations'].flatMap((folder) => filesBelow(inRoot(folder)))
  const inputs = [...sources, inRoot('vite.config.ts'), inRoot('package-lock.json')]
  // The built pages contain the base path, which may be set in `.env`.
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'))
  const { BASE_PATH = '' } = process.env
  return fingerprint(inputs.filter((file) => !file.endsWith('.gen.ts'))) + BASE_PATH
}

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}
