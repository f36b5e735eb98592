// The browsers of the tests: finds them, or installs them where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installWithApt } from './apt.mjs'
import { inRoot } from './project.mjs'

/** Returns the path of a Chromium and installs one if necessary; undefined if there is none. */
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
  const file = bundled.executablePath()
  if (existsSync(file)) return file
  if (installWithApt('chromium-headless-shell')) return known()
  console.log('$ npx playwright install chromium')
  spawnSync(process.execPath, [inRoot('node_modules/playwright/cli.js'), 'install', 'chromium'], { stdio: 'inherit' })
  return existsSync(file) ? file : undefined
}

/** Returns the path of a Firefox and installs one on Debian; undefined if there is none. */
export function firefox() {
  const known = () =>
    process.env.FIREFOX_PATH ??
    ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'].find((file) =>
      existsSync(file),
    )
  if (!known()) installWithApt('firefox-esr')
  return known()
}
