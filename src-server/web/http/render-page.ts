import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { FACTS_MARK } from '#shared/page-marks.ts'
import type { PageFacts } from '#shared/site-settings-schema.ts'
import type { Config } from '../../platform/config/config.ts'
import { withBrandName } from './site-name.ts'

/** A file of the build, and the address to render into it; without one the browser renders the page. */
export type PageTemplate = { file: string; address?: string }

/** What the renderer of the build exports (`src/entry-prerender.tsx`). It is loaded for the first page. */
type Renderer = {
  renderPage(address: string, facts: PageFacts, siteUrl?: string): Promise<{ head: string; body: string }>
}

/** The list of the build in `pages/` (`src/build/page-templates.ts`). */
export const builtPagesFile = 'screens.json'

/** The HTML of a page of `folder`. @throws when the build is damaged or the page cannot be rendered */
export async function renderPage(
  folder: string,
  { file, address }: PageTemplate,
  facts: PageFacts,
  { publicUrl }: Pick<Config, 'publicUrl'>,
) {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  const built = await readFile(path.join(folder, file), 'utf8')
  // Only the mark of the build counts: a name that people typed may look like it.
  const page = built
    .split(FACTS_MARK)
    .map((part) => withBrandName(part, facts.site.brandName))
    .join(json)
  if (address === undefined) return page
  const { renderer } = JSON.parse(await readFile(path.join(folder, builtPagesFile), 'utf8'))
  // Only a build has this file, so the development server cannot find it.
  const module = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, renderer)).href)) as Renderer
  const { head, body } = await module.renderPage(address, facts, publicUrl?.href)
  return page
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
}
