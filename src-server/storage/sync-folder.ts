import { open } from 'node:fs/promises'

/** New names survive a power cut once their folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
