import type { Brand } from '#shared/brands.ts'
import { withBase } from './base-path.ts'

/** Where the drawn mark of a brand is; undefined for brands that have none. */
export function brandMarkUrl({ slug, hasMark }: Brand): string | undefined {
  return hasMark ? withBase(`/brands.svg#${slug}`) : undefined
}
