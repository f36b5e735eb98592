import { expect, vi } from 'vitest'
import { purgeDueSecurityCodes } from '../submissions/purge-submission.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { missEvents } from '../testing/test-support/miss-events.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { createTransportNetwork } from '../testing/test-support/transport-network.ts'
import { startSecurityCodePurge } from './purge-security-codes.ts'

async function rejected(app: TestApp) {
  const staff = await app.staff()
  const submissionId = await aSubmission(app, await app.customer())
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', version: 1, undoable: true })
  return { staff, submissionId }
}

const codeOf = async ({ ctx }: TestApp, submissionId: string) => {
  const row = ctx.db.selectFrom('submissions').select(['security_code_encrypted', 'erase_code_at'])
  return row.where('id', '=', submissionId).executeTakeFirstOrThrow()
}
/** Resolves when the event reports that this submission's code is erased. */
const erased = ({ ctx }: TestApp, submissionId: string) =>
  new Promise<void>((resolve) => {
    ctx.events.listen((event) => {
      if (event.name === 'submission.code-erased' && event.submissionId === submissionId) resolve()
    })
  })
const gone = { security_code_encrypted: null, erase_code_at: null }

test('erases the security code when the undo window ends', async ({ app }) => {
  const stop = startSecurityCodePurge(app.ctx)
  const { staff, submissionId } = await rejected(app)
  const erasure = erased(app, submissionId)
  expect((await codeOf(app, submissionId)).security_code_encrypted).not.toBeNull()
  app.clock.advance(8_000)
  await erasure
  expect(await codeOf(app, submissionId)).toEqual(gone)
  const field = 'securityCode'
  await expect(staff.api.admin.submissions.reveal({ submissionId, field })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  stop()
})

test('erases nothing before the window ends and nothing after an undo', async ({ app }) => {
  const { staff, submissionId } = await rejected(app)
  app.clock.advance(7_999)
  expect(await purgeDueSecurityCodes(app.ctx)).toMatchObject({ codes: 0 })
  await staff.api.admin.review.undoStatus({ submissionId, version: 2 })
  app.clock.advance(60_000)
  expect(await purgeDueSecurityCodes(app.ctx)).toMatchObject({ codes: 0 })
  expect(await codeOf(app, submissionId)).toMatchObject({
    security_code_encrypted: expect.any(String),
    erase_code_at: null,
  })
})

test('erases at start what became due while the server was down, and the rest when it is due', async () => {
  using folder = tempFolder()
  const variables = { DATA_DIR: folder.path, DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` }
  const before = await createTestApp(variables)
  const { submissionId: due } = await rejected(before)
  before.clock.advance(4_000)
  const { submissionId: later } = await rejected(before)
  await before[Symbol.asyncDispose]()

  await using app = await createTestApp(variables)
  app.clock.advance(8_000)
  const first = erased(app, due)
  const stop = startSecurityCodePurge(app.ctx)
  await first
  expect(await codeOf(app, due)).toEqual(gone)
  expect((await codeOf(app, later)).security_code_encrypted).not.toBeNull()
  app.clock.advance(4_000)
  await vi.waitFor(async () => {
    // The purge schedules the next erasure after it has reported this one.
    app.clock.advance(0)
    expect(await codeOf(app, later)).toEqual(gone)
  })
  stop()
})

test('erases what became due through a decision whose event was missed', async () => {
  await using app = await createTestApp({}, { eventChannel: createTransportNetwork().connect() })
  const submissionId = await aSubmission(app, await app.customer())
  const stop = startSecurityCodePurge(app.ctx)
  const due = { erase_code_at: app.clock.now().toISOString() }
  await app.ctx.db.updateTable('submissions').set(due).where('id', '=', submissionId).execute()
  await missEvents(app)
  await vi.waitFor(async () => expect(await codeOf(app, submissionId)).toEqual(gone))
  stop()
})

test('keeps the code erased when a final submission gets another decision', async ({ app }) => {
  const { staff, submissionId } = await rejected(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'pending', version: 2 })
  expect(await codeOf(app, submissionId)).toEqual(gone)
})

test('rejects an undo when another server has erased the code', async ({ app }) => {
  const { staff, submissionId } = await rejected(app)
  await app.ctx.db.updateTable('submissions').set(gone).where('id', '=', submissionId).execute()
  await expect(staff.api.admin.review.undoStatus({ submissionId, version: 2 })).rejects.toThrow(
    'It is too late to undo',
  )
})
