import { readFileSync } from 'node:fs'

/** A file's bytes; undefined when it is gone. To ask first would be too early: a server that runs purges meanwhile. */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
