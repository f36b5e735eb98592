// Runs after `npm ci`, so that `npm start` does not install again.
import { noteInstall } from './project.mjs'

noteInstall()
