// `node build-below.mjs /cash folder`: the whole build for a base path, into a folder of its own.
import path from 'node:path'
import { createBuilder } from 'vite'

const [basePath, folder] = process.argv.slice(2)
process.env.BASE_PATH = basePath
const into = (name) => ({ build: { outDir: path.resolve(folder, name) } })
const builder = await createBuilder({
  configFile: path.resolve(import.meta.dirname, '../../vite.config.ts'),
  logLevel: 'warn',
  environments: { client: into('client'), prerender: into('prerender'), server: into('server') },
})
await builder.buildApp()
