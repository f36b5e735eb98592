// Packs a build as the archive of a release: what an operator runs, without packages and sources.
import { spawnSync } from 'node:child_process'
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { inRoot, root } from './project.mjs'

/** The files of the project that a release contains. */
export const ofProject = [
  '.env.example',
  '.nvmrc',
  'CHANGELOG.md',
  'LICENSE',
  'deploy/gift-card-exchange.service',
  'deploy/opentelemetry.mjs',
]
const scripts = [
  'fetch-node.mjs',
  'load-env.mjs',
  'node.sh',
  'note-install.mjs',
  'packages.mjs',
  'project.mjs',
  'run-built.mjs',
  'start.mjs',
]
/** The folders of a build that a server runs from. */
const built = ['client', 'pages', 'server']

/**
 * Writes `<name>-<version>.tgz` with one folder, `<name>-<version>`, into a folder; returns its path. Packing a build of
 * a commit again makes the same bytes.
 */
export async function packRelease(build, folder) {
  // Only this needs a package, and a release has none of it.
  const { pack } = await import('tar-stream')
  const { name, version } = JSON.parse(readFileSync(path.join(build, 'release/package.json'), 'utf8'))
  const archive = path.join(folder, `${name}-${version}.tgz`)
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 9 }), createWriteStream(archive))
  const mtime = timeOfCommit()
  for (const [file, source] of filesOfRelease(build).sort()) {
    const mode = statSync(source).mode & 0o111 ? 0o755 : 0o644
    tar.entry({ name: `${name}-${version}/${file}`, mode, mtime }, readFileSync(source))
  }
  tar.finalize()
  await written
  return archive
}

/** Each file as its path in the release and where it is. */
function filesOfRelease(build) {
  const named = (files, from, below = '') => files.map((file) => [path.posix.join(below, file), path.join(from, file)])
  return [
    ...named(ofProject, root),
    ...named(scripts, inRoot('scripts'), 'scripts'),
    ...named(['package.json', 'package-lock.json'], path.join(build, 'release')),
    ...built.flatMap((folder) =>
      named(filesBelow(path.join(build, folder)), path.join(build, folder), `dist/${folder}`),
    ),
  ]
}

/** Without source maps, which contain the sources. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/** Browsers compare the times of files, so two releases must not have the same. */
function timeOfCommit() {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return stdout?.trim() ? new Date(Number(stdout) * 1000) : new Date()
}
