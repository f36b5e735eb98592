import type { Brand } from '#shared/brand.ts'
import { withBase } from './base-path.ts'

/** The URL of a brand's logo in the sprite; undefined for brands without one. */
export function brandMarkUrl({ slug, hasMark }: Brand): string | undefined {
  return hasMark ? withBase(`/brands.svg#${slug}`) : undefined
}
