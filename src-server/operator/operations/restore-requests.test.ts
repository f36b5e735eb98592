import { expect, test } from 'vitest'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { aCounterOffer, anAnswer, aRequest } from '../../testing/test-support/requests.ts'
import { openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { changeReviews } from '../../testing/test-support/reviews-policy.ts'
import { makeBackup } from './backup.ts'

const HOUR_MS = 60 * 60_000

test('a restore opens requests again that were closed since, and gives those that end soon a day', async () => {
  await using fake = await startFakePayPal()
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  await changeReviews(app, boss, { fixMinutes: 30, offerMinutes: 2880 })
  const [asked, offered] = [await aRequest(app, dana, boss), await aCounterOffer(app, dana, boss)]
  const { file } = await makeBackup(app.ctx)
  await dana.api.requests.answer({ id: asked.id, ...(await anAnswer(app, dana)) })

  await using again = await restorable.restore(file)
  const { db, clock } = again.app.ctx
  const dueAt = async (id: string) => {
    const row = db.selectFrom('information_requests').select(['state', 'due_at']).where('id', '=', id)
    const { state, due_at } = await row.executeTakeFirstOrThrow()
    return [state, Math.round((Date.parse(due_at) - clock.now().getTime()) / HOUR_MS)]
  }
  expect(await dueAt(asked.id)).toEqual(['open', 24])
  expect(await dueAt(offered.id)).toEqual(['open', 48])
})
