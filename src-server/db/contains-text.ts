import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether a column contains `text`, whatever the case; '%', '_' and '\' are only themselves. The one raw condition:
 * LIKE's case rules differ between engines and SQLite has no escape character unless told.
 */
export function containsText(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
