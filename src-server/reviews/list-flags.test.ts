import { expect, test } from 'vitest'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('names what each submission has in common with others, and leaves out those without a match', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const card = (cardNumber: string, paymentDetails: string) => ({ cardNumber, paymentDetails })
  const sameCard = [
    await aSubmission(app, customer, card('SAME 0000 1111', '$one')),
    await aSubmission(app, customer, card('same-0000-1111', '$two')),
  ]
  const bytes = aPhoto()
  const photo = async (person: typeof customer) => [await anUpload(app, person, 'front.png', bytes)]
  const samePhotoAndPayout = [
    await aSubmission(app, customer, { ...card('CARD 0001', '$shared'), fileIds: await photo(customer) }),
    await aSubmission(app, other, { ...card('CARD 0002', '$shared'), fileIds: await photo(other) }),
  ]
  const alone = await aSubmission(app, other, card('CARD 0003', '$alone'))
  const submissionIds = [...sameCard, alone, ...samePhotoAndPayout]
  const found = await staff.api.admin.review.flags({ submissionIds })
  expect(found).toEqual([
    ...sameCard.map((submissionId) => ({ submissionId, kinds: ['same-card'] })),
    ...samePhotoAndPayout.map((submissionId) => ({ submissionId, kinds: ['same-photo', 'same-payout'] })),
  ])
  // The open submission shows the same warnings as its row.
  for (const submissionId of submissionIds) {
    const { flags } = await staff.api.admin.review.get({ submissionId })
    const row = found.find((each) => each.submissionId === submissionId)
    expect([...new Set(flags.map(({ kind }) => kind))]).toEqual(row?.kinds ?? [])
  }
})

test('compares only the submissions that were asked for, and none without any', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const ids = [await aSubmission(app, customer), await aSubmission(app, customer)]
  expect(await staff.api.admin.review.flags({ submissionIds: ids.slice(1) })).toEqual([
    { submissionId: ids[1], kinds: ['same-card'] },
  ])
  expect(await staff.api.admin.review.flags({ submissionIds: [] })).toEqual([])
})
