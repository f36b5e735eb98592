import type { CannedResponse } from '#shared/inbox-schema.ts'
import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'

export const firstAnswers: readonly Omit<CannedResponse, 'id'>[] = [
  {
    shortcut: 'where-is-my-money',
    text: 'Hi {name}, thanks for asking about {order}. Once a card is approved, most payouts take 15 to 60 minutes and a bank transfer up to 2 business days. Transactions shows where your money is at every step. If it takes longer, reply here and I look into it.',
  },
  {
    shortcut: 'why-rejected',
    text: 'Hi {name}, open {order} under Transactions: the reason is at the top, with what you can do about it. If you cannot find one or it is not clear, reply here and I explain it.',
  },
  {
    shortcut: 'how-long',
    text: 'Hi {name}, we check a card in 5 to 15 minutes. After that, most payouts take 15 to 60 minutes and a bank transfer up to 2 business days. We email you at every step.',
  },
  {
    shortcut: 'payout-details',
    text: 'Hi {name}, please never send account numbers in this chat. If a payout of {order} comes back to us, its page under Transactions lets you choose another way to be paid.',
  },
  {
    shortcut: 'better-photos',
    text: 'Hi {name}, the photos of {order} are not clear enough. We need the front and the back with all corners in view and the code uncovered and sharp. If the order was rejected for its photos, add new ones on its page under Transactions.',
  },
]

/** Saves the first answers, once in the life of a site, and none beside answers that the team has already. */
export async function ensureAnswers({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const now = timestamp(clock)
  await inServerTransaction(db, async (tx) => {
    if (
      !(await table('setup_marks').insertOnce(tx, { mark: 'answers', made_by: null, made_at: now })) ||
      (await table('canned_responses').list(tx, {}, 'shortcut')).length > 0
    )
      return
    for (const answer of firstAnswers)
      await table('canned_responses').insert(tx, { id: newId(), ...answer, updated_at: now })
  })
}
