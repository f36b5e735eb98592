// The browsers of the tests: finds them, or installs them where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { aptCalls, canInstall } from './apt.mjs'
import { run, runNode } from './project.mjs'

/** Returns the path of a Chromium and installs one if necessary. */
export async function chromium() {
  const known = () =>
    process.env.CHROMIUM_PATH ??
    [
      // The full browser starts two more processes for its toolbar, which halves the speed.
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ].find((file) => existsSync(file))
  if (known()) return known()
  const { chromium: bundled } = await import('@playwright/test')
  if (existsSync(bundled.executablePath())) return bundled.executablePath()
  if (isDebian() && canInstall()) {
    for (const args of aptCalls('chromium-headless-shell')) run(...args)
    return known()
  }
  runNode('playwright/cli.js', 'install', ...(canInstall() ? ['--with-deps'] : []), 'chromium')
  return bundled.executablePath()
}

/** Returns the path of a Firefox and installs one on Debian; undefined, with a message, if there is none. */
export function firefox() {
  const known = () =>
    process.env.FIREFOX_PATH ??
    ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'].find((file) =>
      existsSync(file),
    )
  if (known() === undefined && isDebian() && canInstall())
    for (const [command, args, env] of aptCalls('firefox-esr'))
      spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (known() === undefined) console.error('No Firefox found: the tests tagged @firefox do not run. Set FIREFOX_PATH.')
  return known()
}

function isDebian() {
  // Ubuntu's chromium package only points at a snap.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
