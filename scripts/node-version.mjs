// The versions of Node.js that the site runs on, without dependencies: it is read before packages are installed.

/** EX_UNAVAILABLE of sysexits. */
export const UNAVAILABLE = 69

/** better-sqlite3 12 aborts the process from 24.19 on; its version 13 does not run on Node.js 20. */
export function canRun(version) {
  const [major, minor] = version.split('.').map(Number)
  return major < 24 || (major === 24 && minor < 19)
}

/** Exits this process when its Node.js cannot run the site. */
export function assertNodeVersion() {
  const { node } = process.versions
  if (canRun(node)) return
  console.error(`Node.js ${node} cannot run the site's database library. Use Node.js 20, 22, or 24 before 24.19.`)
  process.exit(UNAVAILABLE)
}
