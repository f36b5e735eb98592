import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether a column contains `text`, case-insensitively. */
export function containsText(column: string, text: string) {
  return isLike(column, containing(text))
}

/** The pattern of texts that contain `text`; '%', '_' and '\\' are matched literally. */
export function containing(text: string) {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

/** Raw SQL, because the case rules of LIKE differ between engines and SQLite needs an explicit escape clause. */
export function isLike(column: string, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
