// Pictures of the page states of a build.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { chromium } from './browsers.mjs'
import { inRoot, root } from './project.mjs'

/**
 * Takes the pictures of the states whose name matches `states`, of all without it, into an emptied folder; returns their
 * file names. A state that was not reached has none, and the output says why.
 */
export async function takePictures({ build, folder, states }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, CHROMIUM_PATH: await chromium(), BUILD_DIR: build, PICTURES: folder }
  const args = ['--config', 'playwright.pictures.config.ts', ...(states ? ['--grep', `pictures of .*(${states})`] : [])]
  const playwright = inRoot('node_modules/@playwright/test/cli.js')
  spawnSync(process.execPath, [playwright, 'test', ...args], { cwd: root, stdio: 'inherit', env })
  return readdirSync(folder).sort()
}
