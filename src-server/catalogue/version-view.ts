import type { CatalogueVersion } from '#shared/catalogue-schema.ts'
import type { VersionRow } from './catalogue-queries.ts'

export function versionView(row: VersionRow): CatalogueVersion {
  return {
    version: row.version,
    source: row.source,
    madeAt: row.made_at,
    madeBy: row.made_by_name,
    note: row.note,
    changedBrands: row.changed_brands,
  }
}
