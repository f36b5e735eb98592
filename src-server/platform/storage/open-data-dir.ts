import { accessSync, constants } from 'node:fs'
import { assertFolder } from './check-folders.ts'
import { makeFolder } from './make-folder.ts'

/** Creates DATA_DIR. @throws Error that names it when it is no folder or this process cannot write to it */
export function openDataDir(dataDir: string): void {
  assertFolder('DATA_DIR', dataDir)
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!/^(EACCES|EPERM|EROFS)$/.test(code)) throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be written: ${message}. Nothing was changed.`, { cause: error })
  }
}
