import type { Db, Tx } from '../db/database.ts'
import type { UserTable } from '../db/schema.ts'

export async function insertUser(tx: Tx, user: UserTable): Promise<void> {
  await tx.insertInto('users').values(user).execute()
}

export async function findCustomerByEmail(db: Db, email: string): Promise<UserTable | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .where('role', '=', 'customer')
    .executeTakeFirst()
}

export async function findStaffByUsername(db: Db, username: string): Promise<UserTable | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .where('role', 'in', ['staff', 'owner'])
    .executeTakeFirst()
}

export async function findOwner(db: Db): Promise<Pick<UserTable, 'id'> | undefined> {
  return db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()
}

export async function getUser(db: Db, id: string): Promise<UserTable> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function updateUser(db: Db, id: string, changes: Partial<Omit<UserTable, 'id'>>): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute()
}
