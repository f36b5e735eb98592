import { expect, test } from 'vitest'
import { ownOrderMessage } from '#shared/own-orders.ts'
import { payoutMessages } from '#shared/payout.ts'
import { FILE_MAX_PAYOUTS, payoutFileMessages } from '#shared/payout-file.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { anApproval, balancesOf, toBank, toPayPal } from '../../testing/test-support/payouts.ts'
import { aStaffLink } from '../../testing/test-support/staff-links.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

async function open(app: TestApp) {
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const ready = async (changes: Partial<SubmitInput>) => {
    const { payoutId: id, submissionId } = await anApproval(app, dana, boss, changes)
    return { id, submissionId, version: 1 }
  }
  return { dana, boss, fay, ready }
}

const bank = (changes: Partial<SubmitInput> = {}) => ({ ...toBank, ...changes }) as Partial<SubmitInput>
const refs = (...payouts: readonly { id: string; version: number }[]) =>
  payouts.map(({ id, version }) => ({ id, version }))
const stateOf = async (by: Person, id: string) => (await by.api.payouts.get({ id })).state
const actionsAbout = async ({ api }: Person, objectId: string) =>
  (await api.admin.audit.list({ objectId })).entries.map(({ action, detail }) => `${action} ${detail}`.trim())

test('a bank file has a line for each bank payout, and the others are left out with the reason', async () => {
  await using app = await createTestApp()
  const { fay, ready } = await open(app)
  const payouts = [await ready(bank()), await ready(bank()), await ready({ paymentDetails: '$dana_of_cash' })]
  const [one, two, cash] = payouts as [(typeof payouts)[0], (typeof payouts)[0], (typeof payouts)[0]]
  const made = await fay.api.payouts.makeFile({ format: 'bank', payouts: refs(cash, two, one) })
  const line = (id: string) => `${id},Dana Reyes,000123456789,021000021,92.00,USD\r\n`
  const lines = [one.id, two.id].map(line)
  expect(made.content).toContain('Reference,Name,Account number,Routing number,Amount,Currency\r\n')
  for (const each of lines) expect(made.content).toContain(each)
  expect(made.content.split('\r\n')).toHaveLength(4)
  expect(made.leftOut).toEqual([{ id: cash.id, reason: payoutFileMessages.otherMethod('bank', 'Cash App') }])
  expect(made.name).toBe(`payouts-bank-${made.file.id}.csv`)
  expect(made.file).toMatchObject({ madeBy: { id: fay.id }, sending: { count: 2, amount: 184 }, sent: { count: 0 } })
  expect(await stateOf(fay, cash.id)).toBe('ready')
  expect(await fay.api.payouts.get({ id: one.id })).toMatchObject({ claimedBy: { id: fay.id }, fileId: made.file.id })
  expect(await verifyLedger(app.ctx.db)).toEqual({ transfers: 5 })
})

test('a PayPal file has the columns of PayPal and takes email addresses only', async () => {
  await using app = await createTestApp()
  const { fay, ready } = await open(app)
  const [one, phone, formula] = [
    await ready(toPayPal()),
    await ready(toPayPal('(212) 555-0187')),
    await ready(toPayPal('+dana@mail.example')),
  ]
  const made = await fay.api.payouts.makeFile({ format: 'paypal', payouts: refs(one, phone, formula) })
  expect(made.content).toBe(`dana@mail.example,92.00,USD,${one.id},Order ${one.submissionId},PAYPAL\r\n`)
  expect(made.leftOut.map(({ reason }) => reason)).toEqual([payoutFileMessages.onlyEmail, payoutFileMessages.onlyEmail])
})

test('each payout of a file is audited as begun, and again when the file is read again', async () => {
  await using app = await createTestApp()
  const { boss, fay, ready } = await open(app)
  const one = await ready(bank())
  const { file, content } = await fay.api.payouts.makeFile({ format: 'bank', payouts: refs(one) })
  expect(await actionsAbout(boss, one.id)).toEqual([`payout.begun ${file.id}`])
  expect(await actionsAbout(boss, file.id)).toEqual(['payouts.exported bank, 1 payout'])
  expect((await fay.api.payouts.downloadFile({ id: file.id })).content).toBe(content)
  expect((await actionsAbout(boss, one.id))[0]).toBe(`payout.shown-again ${file.id}`)
  expect((await actionsAbout(boss, file.id))[0]).toBe('payouts.exported bank, 1 payout, again')
  await expect(boss.api.payouts.downloadFile({ id: file.id })).rejects.toThrow(/has made this file/)
  const all = await app.ctx.db.selectFrom('payout_file_rows').selectAll().execute()
  expect(JSON.stringify(all)).not.toContain('123456789')
})

test('a file is marked as sent as a whole, with one reference or one for each', async () => {
  await using app = await createTestApp()
  const { boss, dana, fay, ready } = await open(app)
  const [one, two, three] = [await ready(bank()), await ready(bank()), await ready(bank())]
  const { file } = await fay.api.payouts.makeFile({ format: 'bank', payouts: refs(one, two, three) })
  const { id } = file
  await expect(fay.api.payouts.markFileSent({ id })).rejects.toThrow(payoutMessages.referenceMissing)
  await expect(boss.api.payouts.markFileSent({ id, reference: 'W-1' })).rejects.toThrow(/is paying this payout/)
  await fay.api.payouts.markFileSent({ id, payouts: [{ id: two.id, reference: 'W-2' }] })
  expect((await fay.api.payouts.downloadFile({ id })).content).not.toContain(two.id)
  const after = await fay.api.payouts.markFileSent({ id, reference: 'WIRE-1' })
  expect(after).toMatchObject({ sending: { count: 0 }, sent: { count: 3, amount: 276 } })
  expect(Object.fromEntries(after.payouts.map(({ id, reference }) => [id, reference]))).toEqual({
    ...{ [one.id]: 'WIRE-1', [two.id]: 'W-2', [three.id]: 'WIRE-1' },
  })
  expect(await dana.api.transactions.get({ id: one.submissionId })).toMatchObject({ status: 'completed' })
  expect(await balancesOf(app)).toEqual({ cards: 27_600, 'cash:unassigned': -27_600 })
  await expect(fay.api.payouts.downloadFile({ id })).rejects.toThrow(payoutFileMessages.allEnded)
  await expect(fay.api.payouts.markFileSent({ id, reference: 'W' })).rejects.toThrow(payoutFileMessages.allEnded)
})

test('one payout or the whole file is put back, and is ready again', async () => {
  await using app = await createTestApp()
  const { dana, fay, ready } = await open(app)
  const [one, two, three] = [await ready(bank()), await ready(bank()), await ready(bank())]
  const { file } = await fay.api.payouts.makeFile({ format: 'bank', payouts: refs(one, two, three) })
  const back = await fay.api.payouts.putFileBack({ id: file.id, ids: [two.id] })
  expect(back.payouts.find(({ id }) => id === two.id)).toMatchObject({ state: 'ready', outcome: 'put-back' })
  await fay.api.payouts.begin({ id: two.id, version: back.payouts.find(({ id }) => id === two.id)?.version ?? 0 })
  // It is being sent another way now, and the file has nothing to say about it.
  await expect(fay.api.payouts.putFileBack({ id: file.id, ids: [two.id] })).rejects.toThrow(
    payoutFileMessages.hasEnded(two.id),
  )
  const after = await fay.api.payouts.putFileBack({ id: file.id })
  expect(after).toMatchObject({ sending: { count: 0 }, putBack: { count: 3, amount: 276 } })
  expect(await stateOf(fay, two.id)).toBe('sending')
  expect(await balancesOf(app)).toEqual({
    cards: 27_600,
    [`payable:${dana.id}`]: -18_400,
    'clearing:unassigned': -9200,
  })
  await expect(fay.api.payouts.putFileBack({ id: file.id, ids: ['PO-X'] })).rejects.toThrow('is not in this file')
})

test('a colleague puts the file of another person back only with a second one', async () => {
  await using app = await createTestApp()
  const { boss, fay, ready } = await open(app)
  const faith = await app.colleague('finance')
  const one = await ready(bank())
  const { file } = await fay.api.payouts.makeFile({ format: 'bank', payouts: refs(one) })
  expect((await boss.api.payouts.putFileBack({ id: file.id })).sending.count).toBe(1)
  expect((await faith.api.payouts.putFileBack({ id: file.id })).putBack.count).toBe(1)
})

test('a file that is not ended in time needs attention, as a payment by hand does', async () => {
  await using app = await createTestApp()
  const { fay, ready } = await open(app)
  const one = await ready(bank())
  const { file } = await fay.api.payouts.makeFile({ format: 'bank', payouts: refs(one) })
  app.clock.advance(30 * 60_000 + 1)
  const { data } = await fay.api.payouts.list({ state: 'attention' })
  expect(data).toMatchObject([{ id: one.id, attention: 'stuck', fileId: file.id }])
  await fay.api.payouts.markFileSent({ id: file.id, reference: 'W-1' })
})

test('held, changed, taken and unknown payouts and own orders stay out of a file', async () => {
  await using app = await createTestApp()
  const { boss, dana, fay, ready } = await open(app)
  const [fits, held, changed, taken] = [
    await ready(bank()),
    await ready(bank()),
    await ready(bank()),
    await ready(bank()),
  ]
  await boss.api.payouts.hold({ id: held.id, version: 1, note: 'Ask first.' })
  await boss.api.payouts.begin({ id: taken.id, version: 1 })
  const payouts = [
    ...refs(fits, { ...held, version: 2 }, { ...changed, version: 7 }, { ...taken, version: 2 }),
    { id: 'PO-NOWHERE', version: 1 },
  ]
  const { leftOut } = await fay.api.payouts.makeFile({ format: 'bank', payouts })
  expect(Object.fromEntries(leftOut.map(({ id, reason }) => [id, reason]))).toEqual({
    [held.id]: payoutMessages.wrongState,
    [changed.id]: payoutMessages.changed,
    [taken.id]: expect.stringMatching(/is paying this payout/),
    'PO-NOWHERE': 'Not found.',
  })
  await aStaffLink(app, boss, dana)
  await expect(boss.api.payouts.makeFile({ format: 'bank', payouts: refs(changed) })).rejects.toThrow(ownOrderMessage)
})

test('a repeated request returns the same file, and one without any payout makes none', async () => {
  await using app = await createTestApp()
  const { fay, boss, ready } = await open(app)
  const [one, cash] = [await ready(bank()), await ready({ paymentDetails: '$dana_of_cash' })]
  const input = { format: 'bank', payouts: refs(one, cash), requestKey: 'friday' } as const
  const first = await fay.api.payouts.makeFile(input)
  const second = await fay.api.payouts.makeFile(input)
  expect(second).toMatchObject({ file: { id: first.file.id }, content: first.content })
  expect(second.leftOut).toEqual([{ id: cash.id, reason: payoutFileMessages.wasLeftOut }])
  await expect(fay.api.payouts.makeFile({ format: 'bank', payouts: refs(cash) })).rejects.toThrow('No payout fits')
  await expect(boss.api.payouts.makeFile(input)).rejects.toThrow('No payout fits')
  expect((await fay.api.payouts.files()).pagination.totalItems).toBe(1)
})

test('a name that a spreadsheet would run as a formula is escaped, and a comma is quoted', async () => {
  await using app = await createTestApp()
  const { fay, ready } = await open(app)
  const [one, two] = [await ready(bank()), await ready(bank())]
  const rename = (id: string, payee_name: string) =>
    app.ctx.db.updateTable('payouts').set({ payee_name }).where('id', '=', id).execute()
  await rename(one.id, '=HYPERLINK("http://x")')
  await rename(two.id, 'Reyes, Dana')
  const { content } = await fay.api.payouts.makeFile({ format: 'bank', payouts: refs(one, two) })
  expect(content).toContain(`${one.id},"'=HYPERLINK(""http://x"")",000123456789`)
  expect(content).toContain(`${two.id},"Reyes, Dana",000123456789`)
})

test('each payout of a file counts as a revealed number', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const { fay } = await open(app)
  const payouts = Array.from({ length: FILE_MAX_PAYOUTS }, (_, at) => ({ id: `PO-${at}`, version: 1 }))
  await expect(fay.api.payouts.makeFile({ format: 'bank', payouts })).rejects.toThrow('No payout fits')
  await expect(fay.api.payouts.makeFile({ format: 'bank', payouts })).rejects.toThrow('You have revealed 60 numbers')
})

test('refuses a file without payouts, of another format or with too many', async () => {
  await using app = await createTestApp()
  const { fay } = await open(app)
  const send = async (body: unknown) => (await app.request('POST', '/api/admin/payout-files', { as: fay, body })).body
  const payouts = [{ id: 'PO-1', version: 1 }]
  expect(await send({ format: 'ach', payouts })).toContain('The format must be bank or paypal.')
  expect(await send({ format: 'bank', payouts: [] })).toContain('Choose at least one payout.')
  const many = Array.from({ length: FILE_MAX_PAYOUTS + 1 }, () => payouts[0])
  expect(await send({ format: 'bank', payouts: many })).toContain('Choose at most 50 payouts.')
  expect(await send({ format: 'bank' })).toContain('Choose at least one payout.')
})
