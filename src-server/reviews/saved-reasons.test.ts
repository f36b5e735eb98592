import { expect, test } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const ready = statusReasons.rejected
const own = 'The receipt is from another store. Send the one of this card.'

async function deciding(app: TestApp) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const reject = async (reason: string, cardBrand = 'apple') => {
    const submissionId = await aSubmission(app, customer, { cardBrand })
    await staff.api.admin.submissions.setStatus({
      submissionId,
      status: 'rejected',
      reason,
      version: 1,
      undoable: true,
    })
    return submissionId
  }
  const saved = (cardBrand = 'apple') => staff.api.admin.review.savedReasons({ cardBrand, status: 'rejected' })
  return { staff, reject, saved }
}

test('returns the listed reasons in their order while none has been used', async () => {
  await using app = await createTestApp()
  const { saved } = await deciding(app)
  expect(await saved()).toEqual(ready.map((text) => ({ text, uses: 0, isCustom: false })))
})

test('sorts by number of uses and includes custom reasons from their second use', async () => {
  await using app = await createTestApp()
  const { reject, saved } = await deciding(app)
  for (let times = 0; times < 3; times++) await reject(ready[5] ?? '')
  await reject(own)
  await reject('Only once.')
  expect((await saved()).filter(({ isCustom }) => isCustom)).toEqual([])
  await reject(own)
  expect((await saved()).slice(0, 3)).toEqual([
    { text: ready[5], uses: 3, isCustom: false },
    { text: own, uses: 2, isCustom: true },
    { text: ready[0], uses: 0, isCustom: false },
  ])
})

test('counts only the given brand and status and ignores undone decisions', async () => {
  await using app = await createTestApp()
  const { staff, reject, saved } = await deciding(app)
  await reject(own, 'steam')
  await reject(own, 'steam')
  const submissionId = await reject(own)
  await staff.api.admin.review.undoStatus({ submissionId, version: 2 })
  await reject(own)
  expect((await saved()).map(({ text }) => text)).not.toContain(own)
  expect((await saved('steam'))[0]).toEqual({ text: own, uses: 2, isCustom: true })
  const failed = await staff.api.admin.review.savedReasons({ cardBrand: 'steam', status: 'failed' })
  expect(failed.map(({ text }) => text)).toEqual(statusReasons.failed)
})
