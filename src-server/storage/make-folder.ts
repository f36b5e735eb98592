import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it that are missing, closed to others. Node's recursive mkdir never returns where the
 * system refuses every folder as missing, as it does below /proc.
 * @throws in words when something else has the name, or the system makes no folders there
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Another process may have made it meanwhile.
    if (code === 'EEXIST' && isFolder(folder)) return
    if (code === 'EEXIST') throw new Error(`${folder} is not a folder.`)
    if (code === 'ENOENT') throw new Error(`The folder ${folder} cannot be made: ${message}`)
    throw error
  }
}

function isFolder(name: string): boolean {
  return existsSync(name) && statSync(name).isDirectory()
}
