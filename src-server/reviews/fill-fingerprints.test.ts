import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashRenditions } from '../files/generate-renditions.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { fillFingerprints } from './fill-fingerprints.ts'

async function fingerprints({ ctx: { db } }: TestApp) {
  const submissions = db
    .selectFrom('submissions')
    .select(['id', 'payout_fingerprint', 'card_number_masked'])
    .orderBy('id')
  const cards = db.selectFrom('card_fingerprints').selectAll().orderBy('submission_id').orderBy('fingerprint')
  return { submissions: await submissions.execute(), cards: await cards.execute() }
}

/** Gives a submission the fingerprint and mask of the former rules: brand and number without blanks and hyphens. */
async function makeOlder({ ctx }: TestApp, id: string, brand: string, number: string): Promise<string> {
  const mac = createHmac('sha256', ctx.keyring.key(ctx.keyring.activeId, 'fingerprint'))
  const fingerprint = `${ctx.keyring.activeId}.${mac.update(JSON.stringify([brand, number])).digest('base64url')}`
  await ctx.db.deleteFrom('card_fingerprints').where('submission_id', '=', id).execute()
  await ctx.db.insertInto('card_fingerprints').values({ submission_id: id, fingerprint }).execute()
  const older = { fingerprint_rules: null, payout_fingerprint: null, card_number_masked: `•••• ${number.slice(-4)}` }
  await ctx.db.updateTable('submissions').set(older).where('id', '=', id).execute()
  return fingerprint
}

test('updates fingerprints and mask of submissions with outdated rules', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const bank = { paymentMethod: 'bank', accountNumber: '000123456789', routingNumber: '021000021' }
  const cardNumber = '6006 4912 3456 7890 8841'
  const first = await aSubmission(app, customer, { cardBrand: 'walmart', cardNumber })
  const second = await aSubmission(app, customer, bank)
  const before = await fingerprints(app)
  const older = [
    await makeOlder(app, first, 'walmart', '60064912345678908841'),
    await makeOlder(app, second, 'apple', 'X2MW9QP47TLZ6KRD'),
  ]
  expect(await fillFingerprints(app.ctx)).toBe(2)
  const after = await fingerprints(app)
  expect(after.submissions).toEqual(before.submissions)
  expect(after.submissions.map(({ card_number_masked }) => card_number_masked)).not.toContain('•••• 8841')
  const former = after.cards.filter(({ fingerprint }) => older.includes(fingerprint))
  expect(former).toHaveLength(2)
  expect(after.cards.filter((row) => !former.includes(row))).toEqual(before.cards)
  expect(await fillFingerprints(app.ctx)).toBe(0)
})

test('skips submissions of deleted accounts and undecryptable ones without stopping', async () => {
  await using app = await createTestApp()
  const [customer, gone, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const finished = await aSubmission(app, gone)
  const broken = await aSubmission(app, customer)
  const good = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId: finished, status: 'completed' })
  await gone.api.account.deleteAccount({ password: customerPassword })
  const { db } = app.ctx
  await db.updateTable('submissions').set({ fingerprint_rules: null }).execute()
  await db.updateTable('submissions').set({ payout_details_encrypted: 'k1.AAAA' }).where('id', '=', broken).execute()
  const before = await fingerprints(app)
  expect(await fillFingerprints(app.ctx)).toBe(1)
  expect(await fingerprints(app)).toEqual(before)
  const filled = db.selectFrom('submissions').select('id').where('fingerprint_rules', 'is not', null)
  expect(await filled.execute()).toEqual([{ id: good }])
})

test('flags a card from before the rule change although its number is erased', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const first = await aSubmission(app, customer)
  await makeOlder(app, first, 'vanilla', '4111111111111111')
  const erased = { card_number_encrypted: null, fingerprint_rules: null }
  await app.ctx.db.updateTable('submissions').set(erased).where('id', '=', first).execute()
  await fillFingerprints(app.ctx)
  const second = await aSubmission(app, other, { cardNumber: '4111-1111-1111-1111 123', paymentDetails: '$other' })
  const { flags } = await staff.api.admin.review.get({ submissionId: second })
  expect(flags).toMatchObject([{ kind: 'same-card', submissionId: first }])
})

test('computes missing hashes of stored renditions', async () => {
  await using app = await createTestApp()
  await aSubmission(app, await app.customer())
  const hashes = () => app.ctx.db.selectFrom('files').select('rendition_sha256').execute()
  const before = await hashes()
  expect(before).toEqual([{ rendition_sha256: expect.stringMatching(/^[\w-]{43}$/) }])
  await app.ctx.db.updateTable('files').set({ rendition_sha256: null }).execute()
  expect(await hashRenditions(app.ctx)).toBe(1)
  expect(await hashes()).toEqual(before)
  expect(await hashRenditions(app.ctx)).toBe(0)
})
