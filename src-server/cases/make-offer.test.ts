import { expect, test } from 'vitest'
import { requestMessages } from '#shared/information-request.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { atRate, inTwoBands, publish } from '../testing/test-support/published-rates.ts'
import { conflict, rowOf } from '../testing/test-support/rejected-order.ts'
import { aCheckOf, aCounterOffer, openRequestOf } from '../testing/test-support/requests.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { closeOverdueRequests } from './case-clock.ts'

async function site() {
  const app = await createTestApp()
  const customer = await app.customer()
  return { app, customer, owner: await app.staff(), reviewer: await app.colleague('reviewer') }
}

const mailsAbout = async (app: TestApp, id: string) =>
  (await app.mails()).filter(({ subject }) => subject.includes(id)).map(({ subject, text }) => ({ subject, text }))

test('an offer shows the seller value, rate and payout, and changes nothing about the order', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { submissionId } = await aCounterOffer(app, customer, reviewer)
  const order = await customer.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({
    status: 'processing',
    statusReason: systemReasons['offer-made'],
    cardValue: 100,
    payoutAmount: 92,
    evidence: [{ outcome: 'lower', balance: 62.4 }],
    request: { type: 'offer', offer: { cardBrand: 'apple', cardValue: 62.4, exchangeRate: 0.92, payoutAmount: 57.41 } },
  })
  const [mail] = (await mailsAbout(app, submissionId)).filter(({ subject }) => /offer/.test(subject))
  expect(mail?.text).toContain('$57.41')
  expect((await reviewer.api.admin.submissions.list({ status: 'open' })).data).toEqual([])
})

test('an accepted offer is the price of the order, which is first in the queue and pays nothing yet', async () => {
  const { app, customer, reviewer, owner } = await site()
  await using _ = app
  const older = await aSubmission(app, customer)
  app.clock.advance(60_000)
  const { submissionId, id } = await aCounterOffer(app, customer, reviewer)
  app.clock.advance(60_000)
  const newer = await aSubmission(app, customer)
  const accepted = await customer.api.requests.accept({ id, payoutAmount: 57.41 })
  expect(accepted).toMatchObject({
    cardValue: 62.4,
    payoutAmount: 57.41,
    quotedCardValue: 100,
    quotedPayoutAmount: 92,
    statusReason: systemReasons['offer-accepted'],
  })
  expect(accepted.payout).toBeUndefined()
  expect(accepted.history.at(-1)).toMatchObject({ by: 'You' })
  const list = async (page: number, limit: number) =>
    (await owner.api.admin.submissions.list({ status: 'open', sort: 'oldest', page, limit })).data
  expect((await list(1, 15)).map((each) => each.id)).toEqual([submissionId, older, newer])
  expect((await list(1, 15))[0]).toMatchObject({ requestState: 'accepted' })
  expect((await list(1, 1)).map((each) => each.id)).toEqual([submissionId])
  expect((await list(2, 1)).map((each) => each.id)).toEqual([older])
  expect((await list(2, 2)).map((each) => each.id)).toEqual([newer])
  await reviewer.api.admin.review.approve({ submissionId, version: 3 })
  const { payout } = await customer.api.transactions.get({ id: submissionId })
  expect(payout).toMatchObject({ amount: 57.41 })
  const transfers = await app.ctx.db.selectFrom('ledger_transfers').select(['kind', 'amount_cents']).execute()
  expect(transfers).toEqual([{ kind: 'approve', amount_cents: 5741 }])
})

test('accepting another amount than the offer is a conflict and changes nothing', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { submissionId, id } = await aCounterOffer(app, customer, reviewer)
  const before = await rowOf(app, submissionId)
  for (const payoutAmount of [92, 57.42, 57.4, 0.01])
    await expect(customer.api.requests.accept({ id, payoutAmount })).rejects.toMatchObject({
      message: requestMessages.otherAmount,
      ...conflict,
    })
  expect(await rowOf(app, submissionId)).toEqual(before)
})

test('declining rejects the order and erases number, code and photos with it', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { submissionId, id } = await aCounterOffer(app, customer, reviewer)
  const secrets = await rowOf(app, submissionId)
  const declined = await customer.api.requests.decline({ id })
  expect(declined).toMatchObject({
    status: 'rejected',
    statusReason: systemReasons['offer-declined'],
    uploadedFiles: [],
  })
  const row = await rowOf(app, submissionId)
  expect(row).toMatchObject({ card_number_encrypted: null, security_code_encrypted: null })
  expect(row.purged_at).not.toBeNull()
  const dump = JSON.stringify(await app.ctx.db.selectFrom('submissions').selectAll().execute())
  for (const cipher of [secrets.card_number_encrypted, secrets.security_code_encrypted])
    expect(dump).not.toContain(cipher)
  expect([...app.storage.objects.keys()]).toEqual([])
  await expect(reviewer.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  const purges = await app.ctx.db.selectFrom('purges').select('what').where('subject_id', '=', submissionId).execute()
  expect(purges.map(({ what }) => what).sort()).toEqual(['code', 'number', 'photos'])
  expect((await mailsAbout(app, submissionId)).at(-1)?.subject).toMatch(/^Our offer for your Apple card is closed/)
  // The same card is still found.
  const again = await aSubmission(app, customer)
  const { flags } = await reviewer.api.admin.review.get({ submissionId: again })
  expect(flags[0]).toMatchObject({ kind: 'same-card', submissionId, declinedAt: app.clock.now().toISOString() })
  // A fact and no warning for the same seller, but a warning for another one.
  const marksOf = async (id: string) =>
    (await reviewer.api.admin.review.flags({ submissionIds: [id] })).flatMap(({ kinds }) => kinds)
  expect(await marksOf(again)).not.toContain('same-card')
  const byOther = await aSubmission(app, await app.customer('Tom Okafor'))
  expect(await marksOf(byOther)).toContain('same-card')
})

test('an offer without an answer ends, and its card is erased', async () => {
  const { app, customer, reviewer, owner } = await site()
  await using _ = app
  await changeReviews(app, owner, { offerMinutes: 1 })
  const { submissionId } = await aCounterOffer(app, customer, reviewer)
  app.clock.advance(60_000)
  await closeOverdueRequests(app.ctx)
  await closeOverdueRequests(app.ctx)
  expect(await rowOf(app, submissionId)).toMatchObject({
    status: 'rejected',
    status_reason_code: 'offer-expired',
    card_number_encrypted: null,
  })
  expect((await mailsAbout(app, submissionId)).filter(({ subject }) => /is closed/.test(subject))).toHaveLength(1)
  const entries = app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'offer.expired')
  expect(await entries.execute()).toMatchObject([{ actor_id: null, object_id: submissionId, ip: '' }])
})

test('offers more for a higher balance, at the rate of the order', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { submissionId, id } = await aCounterOffer(app, customer, reviewer, { cents: 12_000 })
  expect(await customer.api.requests.accept({ id, payoutAmount: 110.4 })).toMatchObject({ payoutAmount: 110.4 })
  expect(await rowOf(app, submissionId)).toMatchObject({ card_value_cents: 12_000, payout_cents: 11_040 })
})

test.each([
  ['lower value pays the rate of its band', 200, 0.92, 10_000, 0.85, 85],
  ['value below every band pays the rate of the lowest', 200, 0.92, 1000, 0.85, 8.5],
  ['higher value pays at most the rate of the order', 100, 0.85, 20_000, 0.85, 170],
] as const)('a %s, by the rates of the order', async (_name, cardValue, exchangeRate, cents, rate, payoutAmount) => {
  const { app, customer, reviewer, owner } = await site()
  await using _ = app
  await publish(app, owner, inTwoBands(app, 'apple'))
  const price = { cardValue, exchangeRate, payoutAmount: cardValue * exchangeRate }
  const submissionId = await aSubmission(app, customer, price)
  await publish(app, owner, atRate(app, 'apple', 9900))
  const outcome = cents < cardValue * 100 ? 'lower' : 'higher'
  const { id: checkId } = await aBalanceCheck(app, reviewer, submissionId, { outcome, balance_cents: cents })
  const { offerCheck } = await reviewer.api.admin.review.get({ submissionId })
  expect(offerCheck).toMatchObject({ id: checkId, balance: cents / 100, exchangeRate: rate })
  await reviewer.api.admin.requests.offer({ submissionId, version: 1, checkId })
  const { request } = await customer.api.transactions.get({ id: submissionId })
  expect(request?.offer).toMatchObject({ exchangeRate: rate, payoutAmount })
})

test('offers for the right brand at its rate of today, without other photos', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const submissionId = await aSubmission(app, customer, { cardBrand: 'target' })
  const checkId = await aCheckOf(app, reviewer, submissionId, 10_000)
  await reviewer.api.admin.requests.offer({ submissionId, version: 1, checkId, cardBrand: 'target-visa' })
  const id = await openRequestOf(customer, submissionId)
  const accepted = await customer.api.requests.accept({ id, payoutAmount: 89 })
  expect(accepted).toMatchObject({ cardBrand: 'target-visa', giftCardName: 'Target Visa', payoutAmount: 89 })
  await reviewer.api.admin.review.approve({ submissionId, version: 3 })
  expect((await customer.api.transactions.get({ id: submissionId })).payout).toMatchObject({ amount: 89 })
})

test('refuses offers without a check of the order, below $1.00, after three, and for a decided order', async () => {
  const { app, customer, reviewer, owner } = await site()
  await using _ = app
  const { offer, withdraw } = reviewer.api.admin.requests
  const badRequest = (message: string) => ({ message, cause: { code: 'bad_request' } })
  const submissionId = await aSubmission(app, customer)
  const other = await aSubmission(app, customer)
  const before = await rowOf(app, submissionId)
  const checkOf = (cents: number, id = submissionId) => aCheckOf(app, reviewer, id, cents)
  const refused = async (checkId: string, message: string) =>
    expect(offer({ submissionId, version: 1, checkId })).rejects.toMatchObject(badRequest(message))
  await refused('nowhere', requestMessages.noCheck)
  await refused(await checkOf(6240, other), requestMessages.noCheck)
  await refused(await checkOf(99), requestMessages.leastValue)
  await refused(await checkOf(10_000), requestMessages.sameTerms)
  const zero = await aBalanceCheck(app, reviewer, submissionId)
  await refused(zero.id, requestMessages.checkWithoutValue)
  const checkId = await checkOf(6240)
  await expect(offer({ submissionId, version: 1, checkId, cardBrand: 'nowhere' })).rejects.toMatchObject(
    badRequest(requestMessages.unknownBrand),
  )
  expect(await rowOf(app, submissionId)).toEqual(before)
  for (const version of [1, 3, 5]) {
    await offer({ submissionId, version, checkId })
    await withdraw({ submissionId })
  }
  await expect(offer({ submissionId, version: 7, checkId })).rejects.toMatchObject({
    message: requestMessages.tooManyOffers,
    ...conflict,
  })
  await owner.api.admin.submissions.setStatus({ submissionId: other, status: 'completed', version: 1 })
  await expect(offer({ submissionId: other, version: 2, checkId: await checkOf(6240, other) })).rejects.toMatchObject({
    message: requestMessages.ended,
    ...conflict,
  })
})

test('a rate that is published between offer and answer changes no cent', async () => {
  const { app, customer, reviewer, owner } = await site()
  await using _ = app
  const { id } = await aCounterOffer(app, customer, reviewer)
  await publish(app, owner, atRate(app, 'apple', 5000))
  expect(await customer.api.requests.accept({ id, payoutAmount: 57.41 })).toMatchObject({
    exchangeRate: 0.92,
    payoutAmount: 57.41,
  })
})
