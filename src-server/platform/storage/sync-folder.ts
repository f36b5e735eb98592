import { open } from 'node:fs/promises'

/** Syncs a folder: file names survive a power cut only after that. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
