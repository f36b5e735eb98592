import { expect, test } from 'vitest'
import { monthMessages } from '#shared/month.ts'
import { hashJournal } from '../../payouts/export-month.ts'
import { postTransfers } from '../../payouts/ledger/post-transfers.ts'
import { lockClosedTo } from '../../payouts/months/month-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { releaseAll } from '../test-support/controls.ts'
import { aNovember, novemberDay } from '../test-support/months.ts'
import { aBankAccount, aBankPayment, bankFormat, bankStatement } from '../test-support/statement-files.ts'
import { outcomeBeside, outcomes, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Closing of a month beside what books and matches, on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const shop = await aNovember(site.one)
site.other.clock.set(site.one.clock.now().getTime())
const owners = await site.onBoth(await site.one.staff())
const payers = await site.onBoth(await site.one.colleague('finance'))
let count = 0

const closing = async () =>
  (await shop.fay.api.statements.months()).months.find(({ month }) => month === '2026-11')?.closing

async function reopened() {
  if (!(await closing())) return
  await shop.boss.api.statements.reopenMonth({ month: '2026-11', reason: 'Again.' })
  await releaseAll(shop.fay)
}

/** Opens November again, asks for its closing and returns who releases it, on the node with this number. */
async function asked() {
  const { fay } = shop
  const note = 'Cash of the owner.'
  await reopened()
  const { waiting } = await fay.api.statements.closeMonth({ month: '2026-11', note })
  return { closing, release: (node: 0 | 1) => () => owners[node].api.waitingActs.release({ id: waiting?.id ?? '' }) }
}

test('a transfer on a chosen day of the month that is being closed is in its journal, or refused', () =>
  rounds(ROUNDS, async (first, second) => {
    const { closing, release } = await asked()
    const move = { from: 'owner', to: shop.bank, amount: 1 + ++count / 100, on: '2026-11-30' }
    const [closed, posted] = await outcomes(release(first), () => payers[second].api.statements.moveMoney(move))
    const { sha256 } = await hashJournal(site.one.ctx, '2026-11')
    expect(closed).toBe('ok')
    const now = await closing()
    if (posted === 'ok') expect(now).toBeUndefined()
    else expect([posted, now?.sha256]).toEqual(['conflict', sha256])
  }))

test('a match that is made while its month is closed is in no journal, and the closing has what it is about', () =>
  rounds(ROUNDS, async (first, second) => {
    const { closing, release } = await asked()
    const { id, cents } = await aBankPayment(site.one, {
      ...{ customer: await site.one.customer(), by: shop.boss, reference: `R-${++count}` },
    })
    const csv = bankStatement(0, [{ day: '2026-12-02', text: `ACH ${count}`, cents: -cents - count }])
    await shop.fay.api.statements.import({ id: shop.bank, csv })
    const [line] = (await shop.fay.api.statements.lines({ state: 'open' })).data
    const match = () => payers[second].api.statements.matchLine({ id: line?.id ?? '', payouts: [id] })
    expect(await outcomes(release(first), match)).toEqual(['ok', 'ok'])
    expect((await closing())?.sha256).toBe((await hashJournal(site.one.ctx, '2026-11')).sha256)
  }))

test('a file that is imported while its month is closed is complete before the closing, or refused', () =>
  rounds(ROUNDS, async (first, second) => {
    const { fay } = shop
    await reopened()
    const { balance: _, ...format } = bankFormat
    const id = await aBankAccount(fay, { name: `Bank ${++count}`, methods: [], format })
    await fay.api.statements.setBalance({ id, on: '2026-11-30', balance: 25_000 })
    const { release } = await asked()
    const csv = bankStatement(0, [{ day: novemberDay, text: 'FEE', cents: -500 }])
    let words: string | undefined
    await outcomes(release(first), async () => {
      const brought = payers[second].api.statements.import({ id, csv })
      words = await brought.then(
        ({ faults }) => faults[0]?.message,
        ({ message }: Error) => message,
      )
    })
    const lines = (await fay.api.statements.lines({ account: id })).pagination.totalItems
    const isClosed = (await closing()) !== undefined
    expect([lines, words]).toEqual(isClosed ? [0, monthMessages.noNewLine(novemberDay)] : [1, undefined])
    for (const made of await fay.api.statements.imports({ id })) await fay.api.statements.takeBack({ id: made.id })
  }))

test('a closing waits for a transfer that another node has posted and not committed, and is overtaken', async () => {
  const { closing, release } = await asked()
  const sides = { kind: 'move', debit: `cash:${shop.bank}`, credit: 'equity:owner', amount_cents: 100 } as const
  const transfer = { ...sides, key: 'move:race', submission_id: null, payout_id: null, made_by: null }
  const post = (tx: Tx) => postTransfers(site.one.ctx, tx, [transfer], '2026-11-30')
  expect(await outcomeBeside(site, post, release(1))).toBe('ok')
  expect(await closing()).toBeUndefined()
})

test('a transfer on a day of the month waits for its closing, and is refused', async () => {
  const { api } = owners[1]
  const [payout] = (await api.payouts.list({ state: 'done', search: 'W-1' })).data
  const close = async (tx: Tx) => {
    await lockClosedTo(tx)
    const closed = { closed_by: shop.boss.id, closed_at: '', confirmed_by: shop.boss.id }
    const row = { id: 'race', month: '2026-11', sha256: '', accounts: '[]', suspense_cents: 0, ...closed }
    await table('month_closings').insert(tx, row)
  }
  const back = { id: payout?.id ?? '', version: payout?.version ?? 0, code: 'provider', on: '2026-11-25' } as const
  expect(await outcomeBeside(site, close, () => api.payouts.recordReturn(back))).toBe('conflict')
})
