// Builds client and server with Vite, whose packages are installed.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { basePath, fingerprint, inRoot, isStamped, run } from './project.mjs'

/** The build that `npm start` serves, from the root of the project. */
const dist = 'dist'
/** The build of the tests, so that they change nothing of a running site. */
export const testBuild = 'node_modules/.cache/test-build'

/** Builds client and server into a folder when a source has changed since its last build. */
export function build(folder = dist) {
  if (!isStamped(stampOf(folder), sourcesWanted())) rebuild(folder)
}

/** Builds client and server into a folder. */
export function rebuild(folder = dist) {
  const wanted = sourcesWanted()
  const stamp = stampOf(folder)
  // An interrupted build does not count as built.
  rmSync(stamp, { force: true })
  // With another NODE_ENV, React would be bundled unminified.
  const env = { NODE_ENV: 'production', BUILD_DIR: folder }
  run(process.execPath, [inRoot('node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'], env)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

const stampOf = (folder) => inRoot(folder, '.built')

function sourcesWanted() {
  const sources = ['src', 'src-server', 'src-shared', 'migrations'].flatMap((folder) => filesBelow(inRoot(folder)))
  const settings = ['vite.config.ts', 'package.json', 'package-lock.json'].map((name) => inRoot(name))
  // The built pages contain the base path.
  return fingerprint([...sources, ...settings].filter((file) => !file.endsWith('.gen.ts'))) + basePath()
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}
