import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Makes missing parents too, with mode 700. Node's recursive mkdir never returns below /proc, which answers ENOENT. */
export function makeFolder(folder: string) {
  if (isFolder(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Another process may have created it in between.
    if (code === 'EEXIST' && isFolder(folder)) return
    if (code === 'EEXIST') throw new Error(`${folder} is not a folder.`)
    if (code === 'ENOENT') throw new Error(`The folder ${folder} cannot be created: ${message}`)
    throw error
  }
}

function isFolder(name: string) {
  return existsSync(name) && statSync(name).isDirectory()
}
