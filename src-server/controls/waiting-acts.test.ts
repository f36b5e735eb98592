import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { controlsMessages } from '#shared/controls.ts'
import { getPerson } from '../accounts/account-queries.ts'
import { DAY_MS } from '../platform/clock.ts'
import { table } from '../platform/db/table.ts'
import { releaseAll, setControls } from '../testing/test-support/controls.ts'
import { aToken } from '../testing/test-support/factories.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { today } from '../testing/test-support/problems.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { openEmptyDatabase } from '../testing/test-support/test-database.ts'
import { aSaleThatWaits } from '../testing/test-support/waiting-sale.ts'
import { expireActs } from './end-act.ts'

const nameOf = async ({ ctx }: TestApp, { id }: Person) => (await getPerson(ctx.db, id)).name

test('nothing has changed while an act waits, and at its release it is done for who has asked', async () => {
  await using app = await createTestApp()
  const { boss, fay, id, sell } = await aSaleThatWaits(app)
  const waiting = await sell(fay)
  expect(waiting).toMatchObject({ kind: 'card', amount: 100 })
  expect(await boss.api.inventory.get({ id })).toMatchObject({ state: 'in-stock', version: 1 })
  expect((await boss.api.inventory.buyers()).length).toBe(0)
  app.clock.advance(2 * DAY_MS)
  expect(await boss.api.waitingActs.list()).toMatchObject([
    {
      id: waiting?.id,
      thing: { kind: 'card', id },
      madeBy: { id: fay.id },
      release: 'yes',
      words: [
        { name: 'Kind', value: 'sold' },
        { name: 'Amount', value: '$1.00' },
        { name: 'Buyer', value: 'Ann' },
      ],
    },
  ])
  expect(await releaseAll(boss)).toEqual(['released'])
  const sold = await boss.api.inventory.get({ id })
  expect(sold).toMatchObject({ state: 'disposed', dispositions: [{ kind: 'sold', madeBy: { id: fay.id } }] })
  const transfers = await table('ledger_transfers').list(app.ctx.db, {}, 'sequence')
  expect(transfers.at(-1)?.day).toBe(today(app))
})

test('a repeat with the same key is the same act, and another act on the thing is refused in words', async () => {
  await using app = await createTestApp()
  const { boss, fay, id, sell } = await aSaleThatWaits(app)
  const first = await sell(fay, { requestKey: 'k-1' })
  expect(await sell(fay, { requestKey: 'k-1' })).toEqual(first)
  const asked = `Loss or sale of a card of $100.00, which ${await nameOf(app, fay)} has asked for.`
  await expect(sell(boss)).rejects.toThrow(`${id} waits for a second person: ${asked}`)
  expect(await releaseAll(boss)).toEqual(['released'])
  expect(await sell(fay, { requestKey: 'k-1' })).toBeUndefined()
  expect(await boss.api.waitingActs.list()).toEqual([])
})

test('who asked does not release it while another person can, and works alone by repeating the amount', async () => {
  await using app = await createTestApp()
  const { boss, fay, sell, waits } = await aSaleThatWaits(app)
  const { id = '' } = (await sell(fay)) ?? {}
  await expect(fay.api.waitingActs.release({ id, amount: 100 })).rejects.toThrow(controlsMessages.ownAct)
  expect([await waits(fay), await waits(boss)]).toMatchObject([[{ release: 'no' }], [{ release: 'yes' }]])
  await boss.api.waitingActs.cancel({ id })
  expect(await fay.api.waitingActs.list()).toMatchObject([{ id, state: 'canceled' }])
  const own = (await sell(boss))?.id ?? ''
  await boss.api.admin.staff.setActive({ id: fay.id, isActive: false })
  expect(await waits(boss)).toEqual([{ act: own, release: 'alone' }])
  await expect(boss.api.waitingActs.release({ id: own })).rejects.toThrow(controlsMessages.notAlone)
  await setControls(app, { secondPersonFrom: 1, worksAlone: true })
  await expect(boss.api.waitingActs.release({ id: own })).rejects.toThrow(controlsMessages.aloneSoon)
  app.clock.advance(DAY_MS + 1)
  await expect(boss.api.waitingActs.release({ id: own, amount: 99 })).rejects.toThrow(controlsMessages.typeAmount)
  expect(await boss.api.waitingActs.release({ id: own, amount: 100 })).toEqual({ id: own, state: 'released' })
})

test('an act of a person who lost the permission is not released, but canceled', async () => {
  await using app = await createTestApp()
  const { boss, fay, sell } = await aSaleThatWaits(app)
  const { id = '' } = (await sell(fay)) ?? {}
  await boss.api.admin.staff.setActive({ id: fay.id, isActive: false })
  const left = controlsMessages.askerLeft(await nameOf(app, fay))
  await expect(boss.api.waitingActs.release({ id })).rejects.toThrow(left)
  expect(await boss.api.waitingActs.cancel({ id })).toEqual({ id, state: 'canceled' })
})

test('an act whose thing has changed ends as overtaken, and who asked reads it', async () => {
  await using app = await createTestApp()
  const { boss, fay, id, sell } = await aSaleThatWaits(app)
  await sell(fay)
  await boss.api.inventory.dispose({ id, version: 1, kind: 'transferred', place: { place: 'safe', name: 'Box' } })
  expect(await releaseAll(boss)).toEqual(['overtaken'])
  expect(await boss.api.waitingActs.list()).toEqual([])
  expect(await fay.api.waitingActs.list()).toMatchObject([{ state: 'overtaken', words: [] }])
  expect(await boss.api.inventory.get({ id })).toMatchObject({ state: 'in-stock' })
})

test('an act whose thing changes while it is asked is refused, or overtaken at its release', async () => {
  await using app = await createTestApp()
  const { boss, fay, id, sell } = await aSaleThatWaits(app)
  const moved = { id, version: 1, kind: 'transferred', place: { place: 'safe', name: 'Box' } } as const
  const [asked] = await Promise.allSettled([sell(boss), fay.api.inventory.dispose(moved)])
  expect(await releaseAll(fay)).toEqual(asked.status === 'fulfilled' ? ['overtaken'] : [])
  expect(await boss.api.inventory.get({ id })).toMatchObject({ state: 'in-stock' })
})

test('a reviewer reads on the order what became of what they have asked for', async () => {
  await using app = await createTestApp()
  const [dana, boss, rob] = [await app.customer(), await app.staff(), await app.colleague('reviewer')]
  const { submissionId: id } = await anApproval(app, dana, rob)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  const asked = async () => (await rob.api.admin.review.get({ submissionId: id })).item?.asked
  expect(await asked()).toBeUndefined()
  const place = { place: 'account', name: 'Main' } as const
  const record = () => rob.api.admin.review.recordItem({ id, version: 1, kind: 'redeemed', amount: 1, place })
  const { waiting } = await record()
  expect(await asked()).toBe('waiting')
  expect((await boss.api.admin.review.get({ submissionId: id })).item?.asked).toBeUndefined()
  await boss.api.waitingActs.cancel({ id: waiting?.id ?? '' })
  expect(await asked()).toBe('canceled')
  app.clock.advance(1)
  await record()
  await releaseAll(boss)
  expect(await asked()).toBeUndefined()
})

test('after 7 days an act expires, and the thing is free again', async () => {
  await using app = await createTestApp()
  const { boss, fay, sell } = await aSaleThatWaits(app)
  const { id = '' } = (await sell(fay)) ?? {}
  app.clock.advance(7 * DAY_MS - 1)
  expect(await expireActs(app.ctx)).toBe(0)
  app.clock.advance(1)
  expect(await expireActs(app.ctx)).toBe(1)
  await expect(boss.api.waitingActs.release({ id })).rejects.toThrow(controlsMessages.actEnded)
  expect((await sell(boss))?.amount).toBe(100)
  expect(await table('waiting_acts').find(app.ctx.db, { id })).toMatchObject({ input_encrypted: null })
})

test('a token asks as its maker and releases nothing; the answer over REST is 202', async () => {
  await using app = await createTestApp()
  const { boss, id, fay, sell } = await aSaleThatWaits(app)
  const { headers } = await aToken(boss, ['inventory:write', 'payouts:write'])
  const payout = await livePayoutOf(app, id)
  const fee = { version: payout.version, fee: 40, note: 'Of the bank.' }
  const post = (url: string, payload: object) => app.request('POST', url, { headers, body: payload })
  const answer = await post(`/api/admin/payouts/${payout.id}/fee`, fee)
  expect([answer.statusCode, answer.json().waiting]).toMatchObject([202, { kind: 'fee', amount: 40 }])
  const { id: own = '' } = (await sell(fay)) ?? {}
  expect((await post(`/api/admin/waiting-acts/${own}/release`, {})).statusCode).toBe(403)
  await expect(boss.api.waitingActs.release({ id: answer.json().waiting.id })).rejects.toThrow(controlsMessages.ownAct)
})

test('held payouts and made lots are in the same list, and released by the same call', async () => {
  await using app = await createTestApp()
  const { dana, boss, rob, fay, id } = await aSaleThatWaits(app)
  const lot = await boss.api.lots.make({ buyer: 'Ann', items: [{ submissionId: id, price: 90 }] })
  const { payoutId: payout } = await anApproval(app, dana, rob)
  expect((await fay.api.waitingActs.list()).map(({ id: listed }) => listed).sort()).toEqual([lot.id, payout].sort())
  expect(await releaseAll(fay)).toEqual(['released', 'released'])
  expect(await fay.api.waitingActs.list()).toEqual([])
})

const at = '2026-10-01T08:00:00.000Z'

test('adjusting entries that waited are refused by the migration, and their lines are as before', async () => {
  await using db = await openEmptyDatabase()
  const names = Object.keys(migrations)
  const run = async (wanted: readonly string[]) => {
    for (const name of wanted) await migrations[name]?.up(db as never)
  }
  await run(names.filter((name) => name < '0035'))
  await sql`insert into users (id, role, name, phone, address, password_hash, created_at, search_text)
    values ('fay', 'finance', 'fay', '', '', '', ${at}, '')`.execute(db)
  await sql`insert into statement_accounts (id, name, provider, methods, opening_cents, opening_on, made_by, made_at)
    values ('SA-1', 'Bank', 'hand', '[]', 0, '2026-10-01', 'fay', ${at})`.execute(db)
  await sql`insert into statement_imports (id, account_id, digest, made_by, made_at)
    values ('I-1', 'SA-1', 'd', 'fay', ${at})`.execute(db)
  for (const [id, state] of [
    ['AE-1', 'waiting'],
    ['AE-2', 'posted'],
  ]) {
    await sql`insert into statement_entries
      (id, account_id, kind, amount_cents, provider, note_encrypted, state, made_by, made_at)
      values (${id}, 'SA-1', 'fee', -100, 'hand', 'x', ${state}, 'fay', ${at})`.execute(db)
    await sql`insert into statement_lines
      (id, account_id, import_id, number, line_key, booked_on, amount_cents, fee_cents, reference, state, entry_id)
      values (${id}, 'SA-1', 'I-1', 1, ${id}, '2026-10-01', -100, 0, '',
        ${state === 'waiting' ? 'waiting' : 'reconciled'}, ${id})`.execute(db)
  }
  await run(names.filter((name) => name >= '0035'))
  const entries = await table('statement_entries').list(db, {}, 'id')
  const lines = await table('statement_lines').list(db, {}, 'id')
  expect(entries.map(({ state }) => state)).toEqual(['refused', 'posted'])
  expect(lines).toMatchObject([
    { state: 'open', entry_id: null },
    { state: 'reconciled', entry_id: 'AE-2' },
  ])
})
