/** Refuses a Node.js that better-sqlite3 13, made for Node-API 10, would end with a segmentation fault. */
export function assertNodeVersion(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 14))
    throw new Error(`Node.js ${version} is too old. Use Node.js 22.14+, 24 or 26.`)
}
