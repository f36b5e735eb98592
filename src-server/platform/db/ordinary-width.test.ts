import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { searchText } from '../../accounts/search-text.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'

test('customers from before are found by names in ordinary width', async () => {
  await using db = await openEmptyDatabase()
  const name = `${String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0xff01 + at))}\u3000Élodie 娜`
  const person = { name, email: 'dana@mail.example', phone: '555-010-0100' }
  const former = [name, person.email, person.phone, '5550100100'].join('\n').toLowerCase()
  const [before, after] = [Object.entries(migrations), '0028-what-clients-send']
  for (const [each, { up }] of before) {
    if (each === after)
      await sql`insert into users (id, role, name, email, phone, address, password_hash, created_at, search_text)
        values ('dana', 'customer', ${name}, ${person.email}, '', '', '', '', ${former}),
          ('gone', 'customer', '', null, '', '', '', '', '')`.execute(db)
    await up(db as never)
  }
  const texts = await db.selectFrom('users').select(['id', 'search_text']).orderBy('id').execute()
  expect(texts).toEqual([
    { id: 'dana', search_text: searchText(person) },
    { id: 'gone', search_text: '' },
  ])
})
