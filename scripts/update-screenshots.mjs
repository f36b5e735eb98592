// `npm run test:visual:update`: updates the reference screenshots. Review the changes before committing.
import { chromium } from './browsers.mjs'
import { prepare, runNode } from './project.mjs'

await prepare()
process.env.CHROMIUM_PATH = await chromium()
runNode('@playwright/test/cli.js', 'test', 'visual.spec', '--update-snapshots')
