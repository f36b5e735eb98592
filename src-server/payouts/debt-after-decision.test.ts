import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { anOrderOfReturnedPayout } from '../testing/test-support/payouts.ts'
import { customerPassword } from '../testing/test-support/test-app.ts'
import { createWorld } from '../testing/test-support/world.ts'

test.each(['rejected', 'pending'] as const)(
  'an order that staff made %s after its payout came back is not paid another way by its customer',
  async (status) => {
    await using world = await createWorld()
    const { dana, owner } = world
    const id = await anOrderOfReturnedPayout(world)
    await owner.api.admin.submissions.setStatus({ submissionId: id, status })
    const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
    await expect(dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })).rejects.toThrow(
      payoutMessages.notReturned,
    )
    expect((await dana.api.transactions.get({ id })).status).toBe(status)
    expect((await owner.api.payouts.list()).data).toMatchObject([{ submissionId: id, state: 'returned', isOwed: true }])
  },
)
