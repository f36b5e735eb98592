import { expect } from 'vitest'
import { createOutbox } from '../platform/mail/outbox.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const tooLate = { message: 'It is too late to undo this decision.', cause: { code: 'conflict' } }

async function atWork(app: TestApp) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  const undo = (version: number, by: Person = staff) => by.api.admin.review.undoStatus({ submissionId, version })
  const reject = (undoable = true) =>
    staff.api.admin.submissions.setStatus({
      submissionId,
      status: 'rejected',
      reason: 'Too dark.',
      version: 1,
      undoable,
    })
  await app.mails()
  return { customer, staff, submissionId, undo, reject }
}

const subjects = async (app: TestApp, submissionId: string) =>
  (await app.mails()).map(({ subject }) => subject).filter((subject) => subject.endsWith(`(${submissionId})`))

test('sends no e-mail for 8 seconds after a decision, then sends it', async ({ app }) => {
  const { submissionId, reject } = await atWork(app)
  expect((await reject()).undoUntil).toBe('2026-11-20T12:00:08.000Z')
  app.clock.advance(7_999)
  expect(await subjects(app, submissionId)).toEqual([])
  app.clock.advance(1)
  expect(await subjects(app, submissionId)).toEqual([`We couldn't accept your Apple card (${submissionId})`])
})

test('restores status, reason and code and sends no e-mail after an undo', async ({ app }) => {
  const { customer, staff, submissionId, undo, reject } = await atWork(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason: 'Checking.', version: 1 })
  const { version } = await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'rejected',
    reason: 'Too dark.',
    version: 2,
    undoable: true,
  })
  app.clock.advance(7_999)
  expect(await undo(version)).toMatchObject({ status: 'processing', statusReason: 'Checking.', version: 4 })
  app.clock.advance(60_000)
  expect(await subjects(app, submissionId)).toEqual([`We're checking your Apple card (${submissionId})`])
  expect(await staff.api.admin.submissions.reveal({ submissionId, field: 'securityCode' })).toEqual({ value: '8841' })
  expect(await customer.api.transactions.list()).toMatchObject([{ status: 'processing', statusReason: 'Checking.' }])
  await expect(reject()).rejects.toMatchObject({ cause: { code: 'conflict' } })
})

test("hides undone decisions from the customer's history and shows them to staff", async ({ app }) => {
  const { customer, staff, submissionId, undo, reject } = await atWork(app)
  await undo((await reject()).version)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed', version: 3 })
  const { history } = await customer.api.transactions.get({ id: submissionId })
  expect(history.map(({ to, by }) => [to, by])).toEqual([
    ['pending', 'You'],
    ['completed', 'Support'],
  ])
  const review = await staff.api.admin.review.get({ submissionId })
  expect(review.history.map(({ to, undo: mark }) => [to, mark])).toEqual([
    ['pending', null],
    ['rejected', 'undone'],
    ['pending', 'undo'],
    ['completed', null],
  ])
  expect(await staff.api.admin.submissions.history({ submissionId })).toHaveLength(4)
})

test('rejects an undo after 8 seconds, whether or not the e-mail was sent', async ({ app }) => {
  const { customer, submissionId, undo, reject } = await atWork(app)
  const { version } = await reject()
  app.clock.advance(8_000)
  await expect(undo(version)).rejects.toMatchObject(tooLate)
  expect(await customer.api.transactions.list()).toMatchObject([{ status: 'rejected' }])
  expect(await subjects(app, submissionId)).toHaveLength(1)
  await expect(undo(version)).rejects.toMatchObject(tooLate)
})

test('rejects an undo of a decision without `undoable`, of a payout and of an undo', async ({ app }) => {
  const { staff, submissionId, undo, reject } = await atWork(app)
  const { undoUntil, version } = await reject(false)
  expect(undoUntil).toBeUndefined()
  await expect(undo(version)).rejects.toMatchObject(tooLate)
  const paid = await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'completed',
    version,
    undoable: true,
  })
  expect(paid.undoUntil).toBeUndefined()
  await expect(undo(paid.version)).rejects.toMatchObject(tooLate)
  const again = await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'pending',
    version: 3,
    payout: 'sent',
    undoable: true,
  })
  const undone = await undo(again.version)
  await expect(undo(undone.version)).rejects.toMatchObject(tooLate)
  expect(await subjects(app, submissionId)).toHaveLength(2)
})

test('lets only the author of a decision undo it', async ({ app }) => {
  const { undo, reject } = await atWork(app)
  const { version } = await reject()
  await expect(undo(version, await app.colleague('reviewer'))).rejects.toMatchObject({
    message: 'Only the person who decided can undo this.',
    cause: { code: 'forbidden' },
  })
})

test('rejects an undo after a newer decision and returns that decision', async ({ app }) => {
  const { submissionId, undo, reject } = await atWork(app)
  const { version } = await reject()
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'failed' })
  await expect(undo(version)).rejects.toMatchObject({
    cause: { code: 'conflict', detail: { newer: { id: submissionId, status: 'failed', version: 3 } } },
  })
})

test('sends the previous e-mail first if the new one waits, and drops it if the new one is sent at once', async () => {
  await using app = await createTestApp()
  const { staff, submissionId, reject, undo } = await atWork(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', version: 1, undoable: true })
  const { version } = await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'failed',
    version: 2,
    undoable: true,
  })
  expect(await subjects(app, submissionId)).toEqual([`We're checking your Apple card (${submissionId})`])
  await undo(version)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'pending', version: 4, undoable: true })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed', version: 5 })
  app.clock.advance(60_000)
  expect(await subjects(app, submissionId)).toEqual([
    `We're checking your Apple card (${submissionId})`,
    `You've been paid $92.00 (${submissionId})`,
  ])
  await expect(reject()).rejects.toMatchObject({ cause: { code: 'conflict' } })
})

/** A worker on another machine whose clock says that the e-mail is due; `whileSending` runs during the sending. */
function workerAhead({ ctx, clock }: TestApp, whileSending: () => Promise<void> = async () => undefined) {
  const sent: string[] = []
  const transport = {
    async send(mail: { subject: string }) {
      await whileSending()
      sent.push(mail.subject)
    },
  }
  const ahead = { ...clock, now: () => new Date(clock.now().getTime() + 8_000) }
  return { sent, worker: createOutbox({ ...ctx, clock: ahead, transport }) }
}

test('rejects an undo while another worker, whose clock is ahead, sends the e-mail', async ({ app }) => {
  const { staff, submissionId, undo, reject } = await atWork(app)
  const { version } = await reject()
  const refused: unknown[] = []
  const { worker, sent } = workerAhead(app, () => undo(version).then(undefined, (error) => void refused.push(error)))
  await worker.deliverDue()
  expect(refused).toMatchObject([tooLate])
  expect(sent).toEqual([`We couldn't accept your Apple card (${submissionId})`])
  expect((await staff.api.admin.review.get({ submissionId })).submission.status).toBe('rejected')
})

test('never sends the e-mail of an undone decision, even by a worker whose clock is ahead', async ({ app }) => {
  const { staff, submissionId, undo, reject } = await atWork(app)
  const { version } = await reject()
  const { worker, sent } = workerAhead(app)
  await undo(version)
  await worker.deliverDue()
  expect(sent).toEqual([])
  expect((await staff.api.admin.review.get({ submissionId })).submission.status).toBe('pending')
})

test('lets exactly one of a concurrent undo and e-mail succeed', async ({ app }) => {
  const { staff, submissionId, undo, reject } = await atWork(app)
  const { version } = await reject()
  const { worker, sent } = workerAhead(app)
  const [isUndone] = await Promise.all([
    undo(version).then(
      () => true,
      () => false,
    ),
    worker.deliverDue(),
  ])
  expect(sent).toHaveLength(isUndone ? 0 : 1)
  const { submission } = await staff.api.admin.review.get({ submissionId })
  expect(submission.status).toBe(isUndone ? 'pending' : 'rejected')
})

test('does not restore a submission whose customer has deleted the account', async ({ app }) => {
  const { customer, undo, reject } = await atWork(app)
  const { version } = await reject()
  await customer.api.account.deleteAccount({ password: customerPassword })
  await expect(undo(version)).rejects.toMatchObject(tooLate)
})

test('rejects an undo of an unknown submission or version', async ({ app }) => {
  const { undo, staff } = await atWork(app)
  await expect(undo(7)).rejects.toThrow('Not found.')
  const nothing = staff.api.admin.review.undoStatus({ submissionId: 'GCE-0000000000', version: 2 })
  await expect(nothing).rejects.toThrow('Not found.')
})
