import { chromium } from '@playwright/test'
import { chromium as installedChromium } from '../browsers.mjs'

/** Starts the Chromium of this machine, which is installed if necessary. */
export async function launchChrome() {
  return chromium.launch({
    executablePath: await installedChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}
