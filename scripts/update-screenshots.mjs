// `npm run test:visual:update`: takes the reference screenshots in the installed Chromium. Review what changed.
import { browser, build, install, runNode } from './project.mjs'

install()
build()
process.env.CHROMIUM_PATH = await browser()
runNode('@playwright/test/cli.js', 'test', 'visual.spec', '--update-snapshots')
