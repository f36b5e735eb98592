// `npm run build`: installs if necessary, then builds client and server unconditionally.
import { install, rebuild } from './project.mjs'

install()
rebuild()
