// `npm run look`: takes the pictures the browser tests compare with, in the Chromium at hand. Look at what changed.
import { browser, build, install, runNode } from './project.mjs'

install()
build()
process.env.CHROMIUM_PATH = await browser()
runNode('@playwright/test/cli.js', 'test', 'look.spec', '--update-snapshots')
