import { expect, test } from 'vitest'
import { payPalFormat } from '#shared/statement.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { aBankAccount, booksOf, payPalActivity } from '../../testing/test-support/statement-files.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

const fake = await fakePayPalOfFile()

async function settle({ app, boss, later }: PayPalSite, id: string, outcome: 'paid' | 'not-sent') {
  await fake.fail({ operation: 'create', when: 'before', how: 'close', times: 1000 })
  await later(24 * 60 * 60)
  for (const { api } of outcome === 'paid' ? [boss] : [boss, await app.colleague('finance')]) {
    const { version } = await api.payouts.get({ id })
    await api.payouts.settleUnknown({ id, version, outcome, reference: 'PP-1' })
  }
  await fake.endFaults()
}

const fileOf = async ({ boss }: PayPalSite, id: string) => (await boss.api.payouts.get({ id })).fileId ?? ''
const ends = {
  async 'paid by PayPal'({ later }: PayPalSite, id: string) {
    await fake.setStatus(id, 'SUCCESS')
    await later(60 * 60)
  },
  'paid, as a person found': (site: PayPalSite, id: string) => settle(site, id, 'paid'),
  'not sent, as two persons found': (site: PayPalSite, id: string) => settle(site, id, 'not-sent'),
  'marked as sent': async (site: PayPalSite, id: string) =>
    site.boss.api.payouts.markFileSent({ id: await fileOf(site, id), reference: 'PP-1' }),
  'put back': async (site: PayPalSite, id: string) => site.boss.api.payouts.putFileBack({ id: await fileOf(site, id) }),
}

test.each([
  ['without an answer', 'paid by PayPal', { fees: 184, cash: -9384 }],
  ['without an answer', 'paid, as a person found', { fees: 184, cash: -9384 }],
  ['without an answer', 'not sent, as two persons found', {}],
  ['in a file', 'marked as sent', { fees: 184, cash: -9384 }],
  ['in a file', 'put back', {}],
] as const)('the line of a payout %s gives its fee, which is booked once when it is %s', async (sent, end, books) => {
  await using site = await openPayPalSite(fake)
  const { app, boss } = site
  const day = app.clock.now().toISOString().slice(0, 10)
  const paypal = { name: 'PayPal', provider: 'paypal', methods: ['paypal'], format: payPalFormat, openingOn: day }
  const account = await aBankAccount(boss, paypal)
  const { payoutId: id } = await site.approved('pending@mail.example')
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  if (sent === 'in a file') await boss.api.payouts.makeFile({ format: 'paypal', payouts: [{ id, version: 1 }] })
  else await boss.api.payouts.sendNow({ ids: [id] })
  await site.work()
  await fake.endFaults()
  const line = { day, type: 'Mass Pay Payment', name: 'Dana', transactionId: '8RX12345AB', customNumber: id }
  const csv = payPalActivity(2_500_000, [{ ...line, gross: -9200, fee: -184 }])
  expect(await boss.api.statements.import({ id: account, csv })).toMatchObject({ matched: { amount: -93.84 } })
  const { isReconciled } = await boss.api.statements.reconciliation({ id: account, from: day, to: day })
  expect(isReconciled).toBe(true)
  await ends[end](site, id)
  const { fees, cash } = await booksOf(app)
  expect({ fees, cash }).toEqual(books)
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})
