import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A package of a lock file of version 3. Its place is where npm installs it, like `node_modules/a/node_modules/b`. */
type LockedPackage = {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Lock = { packages: Record<string, LockedPackage> }
type Manifest = {
  name: string
  version: string
  license: string
  type: string
  engines: Record<string, string>
  scripts: Record<string, string>
  allowScripts: Record<string, boolean>
}

/** Writes the `package.json` and `package-lock.json` of a release: `packages` as they are locked, for all platforms. */
export async function writeReleaseFiles(root: string, packages: readonly string[], folder: string) {
  const read = async (name: string) => JSON.parse(await readFile(path.join(root, name), 'utf8'))
  const [manifest, lock] = await Promise.all([read('package.json'), read('package-lock.json')])
  await mkdir(folder, { recursive: true })
  const write = (name: string, content: object) =>
    writeFile(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  const released = releaseManifest(manifest, lock, packages)
  await write('package.json', released)
  await write('package-lock.json', releaseLock(lock, released))
}

/** The package.json of a release: `packages` at their locked versions, and the scripts that need no sources. */
export function releaseManifest(project: Manifest, lock: Lock, packages: readonly string[]) {
  const { name, version, license, type, engines, scripts, allowScripts } = project
  const ofOperators = /scripts\/(start|run-built|note-install)\.mjs/
  const dependencies = packages.toSorted().map((each) => [each, lock.packages[`node_modules/${each}`]?.version])
  return {
    ...{ name, version, license, private: true, type, engines },
    scripts: Object.fromEntries(Object.entries(scripts).filter(([, command]) => ofOperators.test(command))),
    dependencies: Object.fromEntries(dependencies) as Record<string, string>,
    allowScripts: Object.fromEntries(Object.entries(allowScripts).filter(([each]) => packages.includes(each))),
  }
}

/** Has every package that the dependencies need, at its place and version, and the optional ones of all platforms. */
export function releaseLock(lock: Lock, manifest: ReturnType<typeof releaseManifest>) {
  const { name, version, license, engines, dependencies } = manifest
  const needed = reach(lock, Object.keys(dependencies), needsOf)
  const all = reach(lock, Object.keys(dependencies), (locked) => [...needsOf(locked), ...optionsOf(locked)])
  const packages = [...all].toSorted().map((place) => {
    const optional = needed.has(place) ? undefined : true
    return [place, { ...lock.packages[place], devOptional: undefined, optional }] as const
  })
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, license, dependencies, engines }, ...Object.fromEntries(packages) },
  }
}

const optionsOf = (locked: LockedPackage) => Object.keys(locked.optionalDependencies ?? {})

function needsOf({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: LockedPackage) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys(dependencies), ...peers]
}

function reach(lock: Lock, names: readonly string[], needs: (locked: LockedPackage) => string[]) {
  const places = new Set(names.map((name) => placeOf(lock, name, '')))
  for (const place of places) {
    const locked = lock.packages[place]
    if (locked) for (const name of needs(locked)) places.add(placeOf(lock, name, place))
  }
  return places
}

/** Where Node.js finds a package for the one at `from`. @throws when the lock file has none */
function placeOf(lock: Lock, name: string, from: string) {
  const place = path.posix.join(from, 'node_modules', name)
  if (place in lock.packages) return place
  if (from === '') throw new Error(`package-lock.json has no package ${name}.`)
  const parent = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0))
  return placeOf(lock, name, parent)
}
