// `npm run release`: builds, and packs the build as an archive in the project folder.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { packRelease } from './pack-release.mjs'
import { installForSite } from './packages.mjs'
import { inRoot, root } from './project.mjs'
import { rebuild } from './site-build.mjs'

/** A folder of its own: `dist` keeps files of earlier builds, and a site may run from it. */
const folder = 'node_modules/.cache/release-build'

installForSite()
rmSync(inRoot(folder), { recursive: true, force: true })
rebuild(folder)
console.log(`Release: ${path.relative(root, await packRelease(inRoot(folder), root))}`)
