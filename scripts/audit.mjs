// `npm run audit -- verify [--expect <hash>]`: whether the audit log is what was written.
import { build, install, root } from './project.mjs'

install()
build()
process.chdir(root)
await import('../dist/server/audit.js')
