import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { revealField } from './reveal-field.ts'

const bank = {
  paymentMethod: 'bank',
  paymentDetails: '',
  accountNumber: '000123456789',
  routingNumber: '021000021',
}
const reveals = ({ ctx }: TestApp) =>
  ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'submission.revealed').execute()

test.each([
  ['cardNumber', 'X2MW 9QP4 7TLZ 6KRD'],
  ['securityCode', '8841'],
  ['accountNumber', '000123456789'],
  ['routingNumber', '021000021'],
] as const)('reveals %s exactly as submitted and writes an audit entry with the staff member', async (field, value) => {
  await using app = await createTestApp()
  const submissionId = await aSubmission(app, await app.customer(), bank)
  const staff = await app.staff()
  expect(await staff.api.admin.submissions.reveal({ submissionId, field })).toEqual({ value })
  const entries = await reveals(app)
  expect(entries).toMatchObject([
    { actor_id: staff.id, object_id: submissionId, detail: field, ip: '127.0.0.1', at: '2026-11-20T12:00:00.000Z' },
  ])
  expect(JSON.stringify(entries)).not.toContain(value)
  expect(app.log()).not.toContain(value)
})

test('reveals nothing when the audit entry cannot be written', async ({ app }) => {
  const submissionId = await aSubmission(app, await app.customer())
  await app.ctx.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  const look = revealField(
    app.call,
    { id: 'staff', ip: '::1', apiToken: undefined },
    { submissionId, field: 'cardNumber' },
  )
  await expect(look).rejects.toThrow('audit_log')
})

test('masks all secrets in lists down to the last characters', async ({ app }) => {
  await aSubmission(app, await app.customer(), bank)
  const staff = await app.staff()
  const { data } = await staff.api.admin.submissions.list({ status: 'pending' })
  expect(data).toMatchObject([
    {
      cardNumber: '•••• 6KRD',
      securityCode: '••••',
      paymentDetails: 'Account ••••••6789, routing ••••••0021',
      paymentLabel: 'Bank: ••••••6789...',
    },
  ])
  for (const secret of ['X2MW', '8841', '000123456789', '021000021']) expect(JSON.stringify(data)).not.toContain(secret)
})

test('rejects a bank number of a submission without bank payout with not_found', async ({ app }) => {
  const submissionId = await aSubmission(app, await app.customer())
  const staff = await app.staff()
  const look = staff.api.admin.submissions.reveal({ submissionId, field: 'accountNumber' })
  await expect(look).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test('forbids customers to reveal, also for their own submission', async ({ app, customer }) => {
  const submissionId = await aSubmission(app, customer)
  const look = customer.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  await expect(look).rejects.toMatchObject({ cause: { code: 'forbidden' } })
  expect(await reveals(app)).toEqual([])
})

test.each(['password_hash', 'card_number_encrypted', '__proto__', 'additionalInfo'])(
  'rejects %s as a field',
  async (field) => {
    await using app = await createTestApp()
    const submissionId = await aSubmission(app, await app.customer())
    const staff = await app.staff()
    const look = staff.api.admin.submissions.reveal({ submissionId, field: field as never })
    await expect(look).rejects.toThrow("This field can't be revealed.")
    expect(await reveals(app)).toEqual([])
  },
)

test('encrypts secrets at rest', async ({ app }) => {
  await aSubmission(app, await app.customer(), { ...bank, expiringDate: '11/27', additionalInfo: 'a birthday gift' })
  const rows = JSON.stringify(await app.ctx.db.selectFrom('submissions').selectAll().execute())
  for (const secret of ['X2MW', '8841', '000123456789', '021000021', '11/27', 'birthday'])
    expect(rows).not.toContain(secret)
})

test('cannot decrypt a value moved to another submission', async ({ app, customer }) => {
  const [one, two] = [await aSubmission(app, customer), await aSubmission(app, customer)]
  const source = await app.ctx.db
    .selectFrom('submissions')
    .select('card_number_encrypted')
    .where('id', '=', one)
    .executeTakeFirstOrThrow()
  await app.ctx.db.updateTable('submissions').set(source).where('id', '=', two).execute()
  const staff = await app.staff()
  const response = await app.request('POST', `/api/admin/submissions/${two}/reveal`, {
    as: staff,
    body: { field: 'cardNumber' },
  })
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('X2MW')
})
