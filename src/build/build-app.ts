import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ViteBuilder } from 'vite'
import { compressFolder } from './compress-folder.ts'
import { writePageTemplates } from './page-templates.ts'
import { removeOldFiles, supersedeAssets } from './previous-assets.ts'
import { writeReleaseFiles } from './release-files.ts'

/**
 * The whole build: `client/` has the files for browsers and their compressed copies, `pages/` what the server renders
 * public pages with, `server/` the server, `release/` the list of the packages that it needs. A server that runs from
 * the same folders keeps serving: new assets are added to the old ones, `pages/` is replaced at once.
 */
export async function buildApp(builder: ViteBuilder) {
  const environmentOf = (name: string) => {
    const environment = builder.environments[name]
    if (!environment) throw new Error(`There is no build environment '${name}'.`)
    return environment
  }
  const folderOf = (name: string) => {
    const { root, build } = environmentOf(name).config
    return path.resolve(root, build.outDir)
  }
  const [clientFolder, rendererFolder] = [folderOf('client'), folderOf('prerender')]
  // Without this marker `scripts/site-build.mjs` does not mistake this build for one of its own.
  await rm(path.join(clientFolder, '../.built'), { force: true })
  const pagesFolder = path.join(clientFolder, '../pages')
  const nextPages = `${pagesFolder}-next`
  const startedAt = Date.now()

  await supersedeAssets(clientFolder, path.join(pagesFolder, 'manifest.json'), startedAt)
  await builder.build(environmentOf('client'))
  await builder.build(environmentOf('prerender'))
  await writePageTemplates({ clientFolder, rendererFolder, pagesFolder: nextPages, base: builder.config.base })
  await removeOldFiles(clientFolder, startedAt)
  const server = environmentOf('server')
  // The server compresses pages, because it renders them.
  await Promise.all([compressFolder(clientFolder, startedAt), builder.build(server)])
  await replaceFolder(pagesFolder, nextPages)
  const { root, resolve } = server.config
  if (!Array.isArray(resolve.external)) throw new Error('The server has no list of external packages.')
  await writeReleaseFiles(path.dirname(root), resolve.external, path.join(clientFolder, '../release'))
}

async function replaceFolder(folder: string, next: string) {
  const last = `${folder}-last`
  await rm(last, { recursive: true, force: true })
  await rename(folder, last).catch(() => undefined)
  await rename(next, folder)
  await rm(last, { recursive: true, force: true })
}
