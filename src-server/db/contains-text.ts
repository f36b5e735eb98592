import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether a column contains `text`, case-insensitively; '%', '_' and '\' are matched literally. Raw SQL because LIKE's
 * case rules differ between engines and SQLite needs an explicit escape clause.
 */
export function containsText(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
