// Installs Debian packages, where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Installs a package on Debian as root or with sudo; returns whether it is installed. Prints the commands first.
 * @param service a service that the package brings: it is stopped, and does not start at boot
 */
export function installWithApt(name, { service } = {}) {
  if (!isDebian() || !canInstall()) return false
  const apt = [...asRoot(), 'apt-get']
  return [
    [...apt, 'update', '-qq'],
    [...apt, 'install', '-y', '-qq', '--no-install-recommends', name],
    ...(service
      ? [
          [...asRoot(), 'update-rc.d', service, 'disable'],
          [...asRoot(), 'invoke-rc.d', service, 'stop'],
        ]
      : []),
  ].every(([command, ...args]) => {
    console.log(`$ ${[command, ...args].join(' ')}`)
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, DEBIAN_FRONTEND: 'noninteractive' }
    return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  })
}

function isDebian() {
  // Ubuntu's chromium package only points at a snap.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function canInstall() {
  const [sudo, ...args] = asRoot()
  return sudo === undefined || spawnSync(sudo, [...args, 'true'], { stdio: 'ignore' }).status === 0
}

function asRoot() {
  return process.getuid?.() === 0 ? [] : ['sudo', '-n']
}
