import type { Kysely } from 'kysely'

type Tables = {
  users: {
    id: string
    role: string
    name: string
    email: string | null
    phone: string
    trade_count: number
    search_text: string
  }
  submissions: { user_id: string; status: string }
}

/**
 * What the list of registered users is read by: how many orders each has sent, the text a search looks in, and an index
 * for each order of the list. The text ends every index, so that counting and searching touch no row.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('trade_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db
    .updateTable('users')
    .set((user) => ({
      trade_count: user
        .selectFrom('submissions')
        .select((orders) => orders.fn.countAll<number>().as('count'))
        .whereRef('submissions.user_id', '=', 'users.id')
        .where('submissions.status', '!=', 'registered'),
    }))
    .where('role', '=', 'customer')
    .execute()
  const customers = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone'])
    .where('role', '=', 'customer')
    .where('email', 'is not', null)
    .execute()
  for (const { id, name, email, phone } of customers) {
    const search_text = [name, email, phone, phone.replace(/\D/g, '')].join('\n').toLowerCase()
    await db.updateTable('users').set({ search_text }).where('id', '=', id).execute()
  }

  await db.schema.createIndex('users_newest').on('users').columns(['role', 'created_at', 'id', 'search_text']).execute()
  await db.schema
    .createIndex('users_last_login')
    .on('users')
    .columns(['role', 'last_login_at', 'id', 'search_text'])
    .execute()
  await db.schema
    .createIndex('users_trades')
    .on('users')
    .columns(['role', 'trade_count', 'id', 'search_text'])
    .execute()
  await db.schema.createIndex('users_phone').on('users').columns(['role', 'phone']).execute()
}
