import { readFileSync } from 'node:fs'

/** A file's bytes; undefined when it does not exist. Checking first would race with a purge by the server. */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
