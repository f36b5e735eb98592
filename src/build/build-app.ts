import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ViteBuilder } from 'vite'
import { compressFolder } from './compress-folder.ts'
import { prerender } from './prerender.ts'

/**
 * The whole build: the files browsers load, the public pages drawn with them, everything compressed, the server.
 * Beside the client's folder it leaves `pages/`: the HTML of each screen, with `screens.json` to say which is which.
 */
export async function buildApp(builder: ViteBuilder): Promise<void> {
  const build = async (name: string) => {
    const environment = builder.environments[name]
    if (!environment) throw new Error(`There is no build environment '${name}'.`)
    await builder.build(environment)
    return path.resolve(environment.config.root, environment.config.build.outDir)
  }
  const clientFolder = await build('client')
  const drawerFolder = await build('prerender')
  const pagesFolder = path.join(clientFolder, '../pages')
  await prerender({ clientFolder, drawerFolder, pagesFolder, base: builder.config.base })
  await rm(drawerFolder, { recursive: true })
  await Promise.all([clientFolder, pagesFolder].map(compressFolder))
  await build('server')
}
