// The engines of the tests of several nodes: finds them, or installs them where that is possible.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { aptCalls, canInstallWithApt } from './apt.mjs'
import { run } from './project.mjs'

/** Returns the path of a Redis or Valkey server and installs one if necessary. */
export function redisServer() {
  const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  const known = () =>
    process.env.REDIS_SERVER_PATH ||
    ['redis-server', 'valkey-server']
      .flatMap((name) => folders.map((folder) => path.join(folder, name)))
      .find((file) => existsSync(file))
  if (known() === undefined && canInstallWithApt()) for (const args of aptCalls('redis-server')) run(...args)
  if (known() === undefined) {
    console.error('No Redis found. Install Redis or Valkey, or set REDIS_SERVER_PATH to its server.')
    process.exit(1)
  }
  return known()
}
