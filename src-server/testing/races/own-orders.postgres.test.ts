import { expect, test } from 'vitest'
import { lockRights } from '../../accounts/rights-queries.ts'
import { insertStaffLink } from '../../accounts/staff-queries.ts'
import { aSubmission } from '../test-support/factories.ts'
import { aStaffLink } from '../test-support/staff-links.ts'
import type { Person } from '../test-support/test-app.ts'
import { outcomeBeside, outcomes, race, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Links of staff to customers beside decisions on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const customer = await site.one.customer('Rob Vale')
const rob = await site.onBoth(await site.one.colleague('reviewer'))

const unlink = () => site.one.ctx.db.deleteFrom('staff_links').execute()
const approve = (by: Person, submissionId: string) => by.api.admin.review.approve({ submissionId })

test('an approval waits for a link that is being written, and is refused', async () => {
  const submissionId = await aSubmission(site.one, customer)
  const link = { staff_id: rob[0].id, customer_id: customer.id, how: 'same-browser', removed_at: null } as const
  const made = await outcomeBeside(
    site,
    async (tx) => {
      await insertStaffLink(await lockRights(tx, [rob[0].id]), {
        ...link,
        first_seen_at: site.one.clock.now().toISOString(),
      })
    },
    () => approve(rob[1], submissionId),
  )
  expect(made).toBe('forbidden')
  await unlink()
})

race('of two nodes that see both sessions at once, one writes the link', ROUNDS, async () => {
  await unlink()
  const linked = () =>
    site.one.ctx.db
      .selectFrom('audit_log')
      .select((select) => select.fn.countAll().as('count'))
      .where('action', '=', 'staff.linked')
      .executeTakeFirstOrThrow()
  const before = Number((await linked()).count)
  await outcomes(
    () => aStaffLink(site.one, rob[0], customer),
    () => aStaffLink(site.other, rob[1], customer),
  )
  expect(Number((await linked()).count)).toBe(before + 1)
})
