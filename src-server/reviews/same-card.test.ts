import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { hashRenditions } from '../files/generate-renditions.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aSubmission, multipart, submitFields } from '../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { fillFingerprints } from './fill-fingerprints.ts'

let cards = 0
/** Creates a submission that shares no card or payout account with others, except for `changes`. */
const anOwnSubmission = (app: TestApp, customer: Person, changes: Parameters<typeof aSubmission>[2] = {}) => {
  const at = ++cards
  return aSubmission(app, customer, { cardNumber: `CARD 0000 ${1000 + at}`, paymentDetails: `$tag${at}`, ...changes })
}
const flagsOf = async (staff: Person, submissionId: string) =>
  (await staff.api.admin.review.get({ submissionId })).flags

const visa = '4111111111111111'

const twoPhotos = async (app: TestApp, person: Person) => [
  await anUpload(app, person),
  await anUpload(app, person, 'back.png'),
]

/** Expects each card to be flagged as the same as one with the plain Visa number. */
async function expectSameCard(numbersAndBrands: readonly (readonly [string, string])[]): Promise<void> {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const aSubmissionWith = async (person: Person, cardNumber: string, cardBrand: string) =>
    anOwnSubmission(app, person, { cardNumber, cardBrand, cardValue: 200, fileIds: await twoPhotos(app, person) })
  const first = await aSubmissionWith(customer, '4111 1111 1111 1111', 'visa')
  for (const [number, brand] of numbersAndBrands) {
    const flags = await flagsOf(staff, await aSubmissionWith(other, number, brand))
    const found = flags.some(({ kind, submissionId }) => kind === 'same-card' && submissionId === first)
    expect([number, brand, found]).toEqual([number, brand, true])
  }
}

test('flags the same card however its number is typed', async () => {
  const marks = ['.', '/', '_', '\u2013', '\u2011', '\u200b', '\u00ad', '\u2060']
  const typed = [
    ...marks.map((mark) => visa.replace(/(.{4})(?!$)/g, `$1${mark}`)),
    visa.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    `#${visa}`,
    `${visa}.`,
    `${visa} 12/27`,
    '4111 1111 1111 1111 12/27',
    `${visa} 123`,
    `${visa}123`,
  ]
  await expectSameCard(typed.map((number) => [number, 'visa']))
}, 60_000)

test('flags the same number under other brands, inside and outside its network', async () => {
  const brands = ['target-visa', 'walmart-visa', 'vanilla', 'one-vanilla', 'mastercard', 'amazon']
  await expectSameCard(brands.map((brand) => [visa, brand]))
}, 60_000)

test('flags a network card by fingerprint after its number is erased, even when typed with its code', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const card = { cardValue: 200, cardBrand: 'visa' }
  const first = await anOwnSubmission(app, customer, {
    ...card,
    cardNumber: visa,
    fileIds: await twoPhotos(app, customer),
  })
  await staff.api.admin.submissions.setStatus({ submissionId: first, status: 'completed' })
  const changes = { ...card, cardBrand: 'one-vanilla', cardNumber: `${visa} 123`, fileIds: await twoPhotos(app, other) }
  const second = await anOwnSubmission(app, other, changes)
  expect(await flagsOf(staff, second)).toMatchObject([{ kind: 'same-card', submissionId: first }])
  expect(await flagsOf(staff, first)).toMatchObject([{ kind: 'same-card', submissionId: second }])
})

test('leaves the digits of a security code typed after the number out of the mask', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const fileIds = [await anUpload(app, customer), await anUpload(app, customer, 'back.png')]
  const changes = { cardBrand: 'visa', cardValue: 200, cardNumber: `${visa} 987`, securityCode: '987', fileIds }
  const submissionId = await anOwnSubmission(app, customer, changes)
  expect((await staff.api.admin.review.get({ submissionId })).submission.cardNumber).toBe('•••• 1111')
})

test('flags the same picture despite different file bytes, also in a multipart submission', async ({ app }) => {
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [bytes, again] = [aPhoto('#123456'), aPhoto('#123456')]
  expect(again.equals(bytes)).toBe(false)
  const first = await anOwnSubmission(app, customer, { fileIds: [await anUpload(app, customer, 'front.png', bytes)] })
  const form = multipart(submitFields({ cardNumber: 'ANOTHER CARD 1', paymentDetails: '$another' }), [
    { name: 'front.png', bytes: again },
  ])
  const sent = await app.request('POST', '/api/submit', { as: other, ...form })
  expect(await flagsOf(staff, sent.json().submissionId)).toMatchObject([{ kind: 'same-photo', submissionId: first }])
})

test('flags the same PayPal account however it is typed', async ({ app, customer, other, staff }) => {
  const paid = (person: Person, paymentDetails: string) =>
    anOwnSubmission(app, person, { paymentMethod: 'paypal', paymentDetails })
  const first = await paid(customer, 'dana@mail.example')
  for (const typed of [
    '<dana@mail.example>',
    'dana@mail.example.',
    'paypal: Dana@mail.example',
    'dana\u200b@mail.example',
  ])
    expect(await flagsOf(staff, await paid(other, typed))).toContainEqual(
      expect.objectContaining({ kind: 'same-payout', submissionId: first }),
    )
})

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

test('updates fingerprints and mask of submissions with outdated rules', async ({ app, customer }) => {
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

test('skips submissions of deleted accounts and undecryptable ones without stopping', async ({ app }) => {
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

test('flags a card from before the rule change although its number is erased', async ({ app }) => {
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

test('computes missing hashes of stored renditions', async ({ app }) => {
  await aSubmission(app, await app.customer())
  const hashes = () => app.ctx.db.selectFrom('files').select('rendition_sha256').execute()
  const before = await hashes()
  expect(before).toEqual([{ rendition_sha256: expect.stringMatching(/^[\w-]{43}$/) }])
  await app.ctx.db.updateTable('files').set({ rendition_sha256: null }).execute()
  expect(await hashRenditions(app.ctx)).toBe(1)
  expect(await hashes()).toEqual(before)
  expect(await hashRenditions(app.ctx)).toBe(0)
})
