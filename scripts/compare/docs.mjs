import { readFileSync } from 'node:fs'
import { inRoot } from '../project.mjs'
import { withServers } from './servers.mjs'

/** The generated pages and the reference that servers answer with which differ. */
export async function docs({ id, git, builds }) {
  const pages = ['docs/rest-api.md', 'docs/permissions.md'].filter(
    (page) => git('show', `${id}:${page}`) !== readFileSync(inRoot(page), 'utf8'),
  )
  const [before, after] = await withServers(builds(), {}, async ({ url }) =>
    (await fetch(`${url}/api/openapi.json`)).text(),
  )
  return [...pages, ...(before === after ? [] : ['/api/openapi.json'])].map((page) => `${page} differs`)
}
