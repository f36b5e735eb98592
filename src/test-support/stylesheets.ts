import { readdirSync, readFileSync } from 'node:fs'

const src = new URL('../', import.meta.url)

/** The text of every stylesheet of the site, by its path in `src`. */
export const stylesheets: ReadonlyMap<string, string> = new Map(
  readdirSync(src, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(new URL(file, src), 'utf8')]),
)
