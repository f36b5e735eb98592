// Installs the packages of the lock file: those that build and run the site, or also those of tests, checks and
// benchmarks.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprint, inRoot, isStamped, run } from './project.mjs'

/** The sets of package.json, each with the file that has the lock file's fingerprint of its last installation. */
const stamps = {
  dependencies: inRoot('node_modules/.installed'),
  devDependencies: inRoot('node_modules/.installed-dev'),
}
/** The Node.js versions of `fetch-node.mjs`. */
const fetchedNodes = inRoot('node_modules/.node')

/** Installs what builds and runs the site, unless it is installed. */
export function installForSite() {
  if (!isInstalled('dependencies')) cleanInstall('--omit=dev')
}

/** Installs all packages. A site that runs from the smaller set keeps its files: this adds others beside them. */
export function installAll() {
  if (!isInstalled('dependencies')) cleanInstall('--include=dev')
  else if (!isInstalled('devDependencies')) npm(process.execPath, 'install', '--no-save', '--include=dev')
}

/** Records which sets are installed. */
export function noteInstall() {
  for (const [set, stamp] of Object.entries(stamps)) if (isPresent(set)) writeFileSync(stamp, lockWanted())
}

function isInstalled(set) {
  return isStamped(stamps[set], lockWanted()) && isPresent(set)
}

/** Whether every package that package.json names is there: `npm prune` removes some. */
function isPresent(set) {
  const { [set]: packages = {} } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  return Object.keys(packages).every((name) => existsSync(inRoot('node_modules', name)))
}

/** Includes the platform, because native packages are those of one. */
function lockWanted() {
  return `${fingerprint([inRoot('package-lock.json')])} ${process.platform}-${process.arch}`
}

/** `npm ci` empties node_modules, which may contain the Node.js of this process: that moves aside. */
function cleanInstall(set) {
  const node = process.execPath
  if (!node.startsWith(fetchedNodes)) return npm(node, 'ci', set)
  const aside = inRoot('dist/.node')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(path.dirname(aside), { recursive: true })
  renameSync(fetchedNodes, aside)
  const putBack = () => {
    mkdirSync(path.dirname(fetchedNodes), { recursive: true })
    if (existsSync(aside)) renameSync(aside, fetchedNodes)
  }
  // A failed installation exits this process.
  process.once('exit', putBack)
  npm(path.join(aside, path.relative(fetchedNodes, node)), 'ci', set)
  putBack()
}

function npm(node, ...args) {
  // npm sets the path of its own program.
  const npmCli = process.env.npm_execpath
  const [program, before] = npmCli?.endsWith('.js') ? [node, [npmCli]] : ['npm', []]
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`
  run(program, [...before, ...args, '--no-audit', '--no-fund'], { PATH })
  noteInstall()
}
