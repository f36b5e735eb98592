import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Files } from './emitted-files.ts'

const fileNames = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css']

/** Swagger UI as its package has it, in `api-docs/`, for the page of `src-server/web/rest/docs-routes.ts`. */
export function swaggerFiles(): Files {
  const read = (name: string) => readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8')
  const files = fileNames.map((name) => [`api-docs/${name}`, () => read(name)] as const)
  return Object.fromEntries(files)
}
