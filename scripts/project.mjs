// What the scripts share: plain Node.js, because it runs before packages are installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadEnv } from './load-env.mjs'

export const root = path.resolve(import.meta.dirname, '..')
export const inRoot = (...parts) => path.join(root, ...parts)
/** A release has a build in place of the sources. */
export const isRelease = !existsSync(inRoot('vite.config.ts'))

/** Runs a command in the project folder; exits this process when it fails. */
export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status === 0) return
  console.error(`Failed: ${command} ${args.join(' ')}`)
  process.exit(status ?? 1)
}

/** The BASE_PATH of the environment or else of `.env`. */
export function basePath() {
  loadEnv(inRoot('.env'))
  return process.env.BASE_PATH ?? ''
}

export function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** A hash of the names and contents of files. */
export function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}
