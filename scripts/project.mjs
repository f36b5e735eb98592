// Setup for `npm start` and `npm test` before packages are installed: plain Node without dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { assertNodeVersion } from './node-version.mjs'

export const root = path.resolve(import.meta.dirname, '..')
export const inRoot = (...parts) => path.join(root, ...parts)
const vite = inRoot('node_modules/vite/bin/vite.js')
/** Stamp files with the fingerprints of the last install and the last build. */
const installed = inRoot('node_modules/.installed')
const built = inRoot('dist/.built')

/** Runs a command in the project folder; exits this process when it fails. */
export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) fail(command, args, status)
}

function fail(command, args, status) {
  console.error(`Failed: ${command} ${args.join(' ')}`)
  process.exit(status ?? 1)
}

/** Runs a package's JavaScript entry with the current Node. */
export function runNode(script, ...args) {
  run(process.execPath, [inRoot('node_modules', script), ...args])
}

/** Installs the packages and builds client and server, where something has changed since the last time. */
export async function prepare() {
  const compiled = install()
  build()
  await compiled
}

/**
 * Installs the locked packages when the lock file or Node has changed since the last install. better-sqlite3 takes most
 * of the time, so the install scripts of packages run beside what the caller does next. The promise resolves when all
 * can be loaded.
 */
export async function install() {
  assertNodeVersion()
  if (isStamped(installed, packagesWanted())) return
  const npmCli = process.env.npm_execpath
  const [npm, before] = npmCli?.endsWith('.js') ? [process.execPath, [npmCli]] : ['npm', []]
  run(npm, [...before, 'ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'])
  await runBeside(npm, [...before, 'rebuild'], { ...localNodeHeaders(), ...sqliteFlags })
  noteInstall()
}

/** Like `run`, while this process continues. The command ends with this process. */
async function runBeside(command, args, env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const stop = () => child.kill()
  process.once('exit', stop)
  const status = await new Promise((resolve) => child.once('error', () => resolve(1)).once('exit', resolve))
  process.off('exit', stop)
  if (status !== 0) fail(command, args, status)
}

/** Records the installed packages, unless development dependencies are missing. */
export function noteInstall() {
  if (existsSync(vite)) writeFileSync(installed, packagesWanted())
}

/** Builds client and server when a source has changed since the last build. */
export function build() {
  if (!isStamped(built, sourcesWanted())) rebuild()
}

/** Builds client and server. */
export function rebuild() {
  const wanted = sourcesWanted()
  // An interrupted build does not count as built.
  rmSync(built, { force: true })
  // With another NODE_ENV, React would be bundled unminified.
  run(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  mkdirSync(path.dirname(built), { recursive: true })
  writeFileSync(built, wanted)
}

/** As SQLite's own builds: as fast as the -O3 of better-sqlite3, and compiled in three quarters of the time. */
const sqliteFlags = { CFLAGS: '-O2', CXXFLAGS: '-O2' }

// better-sqlite3 is compiled when no prebuilt binary can be fetched; local Node headers avoid a download.
function localNodeHeaders() {
  const prefix = path.resolve(process.execPath, '../..')
  const header = path.join(prefix, 'include/node/node_version.h')
  const [major, minor] = process.versions.node.split('.')
  const text = existsSync(header) ? readFileSync(header, 'utf8') : ''
  const fits = text.includes(`NODE_MAJOR_VERSION ${major}\n`) && text.includes(`NODE_MINOR_VERSION ${minor}\n`)
  return fits ? { npm_package_config_node_gyp_nodedir: prefix } : {}
}

function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Includes the ABI version, because native packages are compiled for one. */
function packagesWanted() {
  return fingerprint([inRoot('package-lock.json')]) + process.versions.modules
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
