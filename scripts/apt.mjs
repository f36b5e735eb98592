// Installs Debian packages, where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this process may install packages of the system. */
export function canInstall() {
  const [sudo, ...args] = asRoot()
  return sudo === undefined || spawnSync(sudo, [...args, 'true'], { stdio: 'ignore' }).status === 0
}

/** Whether this process can install with apt, on Debian or Ubuntu. */
export function canInstallWithApt() {
  return existsSync('/usr/bin/apt-get') && canInstall()
}

/** Command, arguments and environment of the calls that install a package. */
export function aptCalls(name) {
  const [command, ...rest] = [...asRoot(), 'apt-get']
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  return [
    [command, [...rest, 'update', '-qq'], env],
    [command, [...rest, 'install', '-y', '-qq', '--no-install-recommends', name], env],
  ]
}

function asRoot() {
  return process.getuid?.() === 0 ? [] : ['sudo', '-n']
}
