import { type PolicyValues, policyDefaults } from '#shared/policy.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import type { NewDisposition } from '../../inventory/disposition-amounts.ts'
import { recordDisposition } from '../../inventory/record-disposition.ts'
import { findItem } from '../../payouts/item-queries.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { InventoryItemTable } from '../../platform/db/inventory-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { newId } from '../../platform/ids.ts'
import { anApproval } from './payouts.ts'
import type { Person, TestApp } from './test-app.ts'

/** An order of $100.00 at 92 percent whose payout was sent. Returns its id. */
export async function aBoughtCard(app: TestApp, seller: Person, staff: Person, approver = staff): Promise<string> {
  const { submissionId } = await anApproval(app, seller, approver)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  return submissionId
}

/** The item of an order. @throws when there is none */
export async function itemOf(db: Db, submissionId: string): Promise<InventoryItemTable> {
  const item = await findItem(db, submissionId)
  if (!item) throw new Error(`${submissionId} has no item.`)
  return item
}

/** Records what became of an item, as `staff`. */
export async function dispose(
  app: TestApp,
  staff: Person,
  submissionId: string,
  input: NewDisposition,
): Promise<InventoryItemTable> {
  return inTransaction(app.call, async (tx) =>
    recordDisposition(app.ctx, tx, { id: staff.id, ...noRequest }, await itemOf(tx, submissionId), input),
  )
}

/** A buyer of cards. Returns its id. */
export async function aBuyer(app: TestApp, staff: Person, name = 'Card Resale Inc.'): Promise<string> {
  const id = newId()
  const made = { made_by: staff.id, made_at: app.clock.now().toISOString() }
  await table('buyers').insert(app.ctx.db, { id, name: `${name} ${id}`, ...made })
  return id
}

/** Rows in every table of the inventory, about the item of this order. */
export async function anInventory(app: TestApp, staff: Person, submissionId: string): Promise<void> {
  await dispose(app, staff, submissionId, { kind: 'transferred', place: { place: 'safe', name: 'Safe 1' } })
  const items = [{ submissionId, price: 96 }]
  const { id } = await staff.api.lots.make({ buyer: `Card Resale of ${submissionId}`, items })
  await staff.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-1' })
  const sold = await app.ctx.db
    .selectFrom('dispositions')
    .select('id')
    .where('lot_id', '=', id)
    .executeTakeFirstOrThrow()
  const note_encrypted = encryptText(app.ctx.keyring, 'dispositions', sold.id, 'note_encrypted', 'By phone.')
  await app.ctx.db.updateTable('dispositions').set({ note_encrypted }).where('id', '=', sold.id).execute()
}

/** Sets the rules of the inventory to the defaults with these changes. */
export async function setInventoryPolicy(staff: Person, changes: Partial<PolicyValues['inventory']>): Promise<void> {
  const { version } = (await staff.api.admin.policies.list()).find(({ name }) => name === 'inventory') ?? { version: 0 }
  const values = { ...policyDefaults.inventory, ...changes }
  await staff.api.admin.policies.change({ name: 'inventory', base: version, values })
}
