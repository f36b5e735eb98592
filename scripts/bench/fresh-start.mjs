// From nothing to the first page: a clone of this commit beside one of an earlier commit, and a release.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../project.mjs'
import { median } from './load.mjs'

/** The last commit whose start installs all packages. */
const BEFORE = '2a87396c'
const PORT = 4298
const POLL_MS = 20
/** EX_UNAVAILABLE of sysexits. */
const UNAVAILABLE = 69

/**
 * Seconds, packages and megabytes. Needs the npm registry and the history of the repository, and a git commit of what is
 * measured.
 * @param rounds the number of starts of each commit, in turns, after one that fills the cache
 */
export async function benchFreshStart([rounds = '3'] = []) {
  requireFor('the npm registry does not respond', 'npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'])
  requireFor(`the history has no commit ${BEFORE}`, 'git', ['cat-file', '-e', `${BEFORE}^{commit}`])
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-bench-'))
  try {
    const starts = { [BEFORE]: [], HEAD: [] }
    for (let round = 0; round <= Number(rounds); round++)
      for (const [commit, seconds] of Object.entries(starts)) {
        const clone = cloneOf(commit, folder)
        const taken = await secondsToPage(clone, path.join(folder, `data-${commit}`))
        if (round > 0) seconds.push(taken)
      }
    const [before, after] = Object.values(starts).map(median)
    return [
      { what: `npm start of a clone of ${BEFORE} until the first page`, figure: `${before.toFixed(1)} s` },
      { what: 'of this commit', figure: `${after.toFixed(1)} s, ratio ${(after / before).toFixed(2)}`, goal: '0.45' },
      { what: `packages of ${BEFORE}`, figure: sizeOf(path.join(folder, BEFORE)) },
      { what: 'packages of this commit', figure: sizeOf(path.join(folder, 'HEAD')), goal: '360, 350 MB' },
      ...(await benchRelease(path.join(folder, 'HEAD'), folder)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchRelease(clone, folder) {
  run('npm', ['run', 'release'], clone)
  const [first, next] = ['first', 'next'].map((name) => path.join(folder, name))
  const dataDir = path.join(folder, 'data-release')
  const fresh = await secondsToPage(unpack(clone, first), dataDir)
  const offline = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: path.join(folder, 'no-cache') }
  const again = await secondsToPage(first, path.join(folder, 'data-offline'), offline)
  const down = await secondsDown({ clone, first, next, link: path.join(folder, 'site'), dataDir })
  return [
    { what: 'npm start of a release until the first page', figure: `${fresh.toFixed(1)} s`, goal: 'under 20 s' },
    { what: 'with its packages, without network', figure: `${again.toFixed(1)} s`, goal: 'under 3 s' },
    { what: 'packages of a release', figure: sizeOf(first), goal: '100, 120 MB' },
    { what: 'an upgrade, from SIGTERM until ready', figure: `${down.toFixed(1)} s`, goal: 'under 10 s' },
  ]
}

/** The upgrade of docs/operations.md, of a release to itself. */
async function secondsDown({ clone, first, next, link, dataDir }) {
  symlinkSync(first, link)
  const old = start(link, 'serve', dataDir)
  await answerOf(old, '/api/ready')
  mkdirSync(path.join(next, 'dist/client'), { recursive: true })
  cpSync(path.join(first, 'dist/client/assets'), path.join(next, 'dist/client/assets'), { recursive: true })
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], unpack(clone, next))
  const began = performance.now()
  await end(old)
  rmSync(link)
  symlinkSync(next, link)
  const site = start(link, 'serve', dataDir)
  await answerOf(site, '/api/ready')
  const seconds = (performance.now() - began) / 1000
  await end(site)
  return seconds
}

async function secondsToPage(folder, dataDir, env) {
  rmSync(dataDir, { recursive: true, force: true })
  const began = performance.now()
  const site = start(folder, 'start', dataDir, env)
  await answerOf(site, '/')
  const seconds = (performance.now() - began) / 1000
  await end(site)
  return seconds
}

function start(folder, script, dataDir, env = {}) {
  const variables = { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, ...env }
  return spawn('npm', ['run', script], { cwd: folder, env: variables, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function end(site) {
  const gone = once(site, 'exit')
  site.kill('SIGTERM')
  await gone
  while (await answer('/api/health'));
}

async function answerOf(site, address) {
  while (!(await answer(address))?.ok) {
    if (site.exitCode !== null) throw new Error(`The site ended with ${site.exitCode}.`)
    await sleep(POLL_MS)
  }
}

const answer = (address) => fetch(`http://127.0.0.1:${PORT}${address}`).catch(() => undefined)

function cloneOf(commit, folder) {
  const clone = path.join(folder, commit)
  rmSync(clone, { recursive: true, force: true })
  run('git', ['clone', '--quiet', '--no-checkout', root, clone], folder)
  run('git', ['checkout', '--quiet', commit], clone)
  return clone
}

function unpack(clone, folder) {
  const archive = readdirSync(clone).find((name) => name.endsWith('.tgz'))
  mkdirSync(folder, { recursive: true })
  run('tar', ['-xzf', path.join(clone, archive), '-C', folder, '--strip-components=1'], folder)
  return folder
}

/** The installed packages and the megabytes that they take on the disk. */
function sizeOf(folder) {
  const modules = path.join(folder, 'node_modules')
  const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8'))
  const files = readdirSync(modules, { recursive: true }).filter((name) => !/^\.(node|cache|vite)/.test(name))
  const blocks = files.reduce((sum, name) => sum + lstatSync(path.join(modules, name)).blocks, 0)
  return `${Object.keys(packages).length} packages, ${Math.round((blocks * 512) / 1024 ** 2)} MB`
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

function requireFor(lack, command, args) {
  if (spawnSync(command, args, { cwd: root, stdio: 'ignore' }).status === 0) return
  console.error(`fresh-start cannot be measured: ${lack}.`)
  process.exit(UNAVAILABLE)
}
