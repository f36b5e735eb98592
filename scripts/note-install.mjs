// Runs after `npm ci` and records the installed lock file, so that `npm start` does not install again.
import { noteInstall } from './packages.mjs'

noteInstall()
