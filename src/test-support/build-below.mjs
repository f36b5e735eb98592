// `node build-below.mjs /cash folder` builds the site for a base path into a folder. A third argument is added to every
// component, so that the build has other files.
import path from 'node:path'
import { createBuilder } from 'vite'

const [basePath, folder, word] = process.argv.slice(2)
process.env.BASE_PATH = basePath
const into = (name) => ({ build: { outDir: path.resolve(folder, name) } })
const addWord = {
  name: 'add-word',
  transform: (code, id) => (word && /\.tsx(\?|$)/.test(id) ? `${code}\nglobalThis.builtAs = '${word}'` : undefined),
}
const builder = await createBuilder({
  configFile: path.resolve(import.meta.dirname, '../../vite.config.ts'),
  logLevel: 'warn',
  plugins: [addWord],
  environments: { client: into('client'), prerender: into('prerender'), server: into('server') },
})
await builder.buildApp()
