// `npm run build`: installs if necessary, then builds client and server unconditionally.
import { installForSite } from './packages.mjs'
import { rebuild } from './site-build.mjs'

installForSite()
rebuild()
