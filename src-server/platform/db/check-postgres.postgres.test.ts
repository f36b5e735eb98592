import { expect, test } from 'vitest'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'
import { assertByteOrder } from './check-postgres.ts'

test('accepts a UTF-8 database in byte order', async () => {
  await using db = await openEmptyDatabase()
  await expect(assertByteOrder(db)).resolves.toBeUndefined()
})

test('rejects another encoding or collation, with the command that creates a suitable database', async () => {
  for (const options of ["encoding 'LATIN1' locale 'C'", "locale_provider icu icu_locale 'en-US' locale 'C'"]) {
    await using db = await openEmptyDatabase(options)
    await expect(assertByteOrder(db)).rejects.toThrow("create database ... template template0 encoding 'UTF8'")
  }
})
