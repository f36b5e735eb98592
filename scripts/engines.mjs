// The engines, the proxy and other programs of the tests: finds them, or installs them where that is possible.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { installWithApt } from './apt.mjs'
import { inRoot } from './project.mjs'

const folders = [
  ...['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin'],
  ...(process.env.PATH ?? '').split(path.delimiter),
]
const find = (...names) =>
  names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file))

/** Returns the path of HAProxy and installs it if necessary; undefined if there is none. */
export function haproxy() {
  return (
    process.env.HAPROXY_PATH ||
    find('haproxy') ||
    (installWithApt('haproxy', { service: 'haproxy' }) ? find('haproxy') : undefined)
  )
}

/** Returns the path of PostgreSQL's client and installs it if necessary; undefined if there is none. */
export function psql() {
  return process.env.PSQL_PATH || find('psql') || (installWithApt('postgresql-client') ? find('psql') : undefined)
}

/** Returns the path of the check of Beancount and installs it if necessary; undefined if there is none. */
export function beanCheck() {
  const check = 'bean-check'
  return process.env.BEAN_CHECK_PATH || find(check) || (installWithApt('beancount') ? find(check) : undefined)
}

/** Returns the path of a Redis or Valkey server and installs one if necessary; undefined if there is none. */
export function redisServer() {
  const known = process.env.REDIS_SERVER_PATH || find('redis-server', 'valkey-server')
  if (known) return known
  // Debian's `redis-server` adds only a service to this package, whose program acts by the name it is called.
  const tools = find('redis-check-rdb') ?? (installWithApt('redis-tools') ? find('redis-check-rdb') : undefined)
  if (!tools) return undefined
  const server = inRoot('node_modules/.cache/redis-server')
  mkdirSync(path.dirname(server), { recursive: true })
  rmSync(server, { force: true })
  symlinkSync(tools, server)
  return server
}
