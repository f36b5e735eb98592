import { noRequest } from '../../audit/audit-queries.ts'
import { adjustLines } from '../../payouts/statements/adjust-lines.ts'
import { importStatement } from '../../payouts/statements/import-statement.ts'
import { makeStatementAccount } from '../../payouts/statements/statement-accounts.ts'
import { setControls } from './controls.ts'
import { aPaidPayout } from './payouts.ts'
import { leaves } from './procedure-call.ts'
import { NOWHERE } from './route-call.ts'
import { bankFormat, bankStatement } from './statement-files.ts'
import type { Person } from './test-app.ts'
import type { World } from './world.ts'

const from = '2026-11-01'
const days = { from, to: '2026-11-30' }
let count = 0

/** An account with a name of its own. */
const anAccount = () => ({
  ...{ name: `Bank ${++count}`, provider: 'hand' as const, methods: ['cashapp' as const], format: bankFormat },
  ...{ openingBalance: 1000, openingOn: from },
})

const ownerOf = ({ owner }: World) => ({ id: owner.id, ...noRequest })

/** A payment method is paid from one account. */
async function freeMethods({ app }: World): Promise<void> {
  await app.ctx.db.updateTable('statement_accounts').set({ methods: '["chime"]' }).execute()
}

async function accountOf(world: World): Promise<string> {
  await freeMethods(world)
  return makeStatementAccount(world.app.call, ownerOf(world), anAccount())
}

const aFile = () => bankStatement(100_000, [{ day: '2026-11-20', text: `CHECK ${++count}`, cents: -9200 }])

/** An account with one open line of -92.00. */
export async function aLine(world: World): Promise<{ account: string; line: string }> {
  const account = await accountOf(world)
  await importStatement(world.app.call, ownerOf(world), { id: account, csv: aFile(), dryRun: false })
  const { data } = await world.owner.api.statements.lines({ account })
  return { account, line: data[0]?.id ?? '' }
}

/** An account with an open line that pays a payout, whose match was taken back. */
export async function anOpenLineThatPays(world: World): Promise<string> {
  const id = await accountOf(world)
  const [text, api] = [`WIRE ${(await aPaidPayout(world)).id}`, world.owner.api.statements]
  const day = world.app.clock.now().toISOString().slice(0, 10)
  await api.import({ id, csv: bankStatement(100_000, [{ day, text, cents: -9200 }]) })
  const [line] = (await api.lines({ account: id })).data
  await api.unmatchLine({ id: line?.id ?? '' })
  return id
}

async function aMatchedLine(world: World): Promise<string> {
  const { line } = await aLine(world)
  await world.owner.api.statements.matchLine({ id: line, payouts: [(await aPaidPayout(world)).id] })
  return line
}

/** An adjusting entry that was made by a reviewer. */
async function anEntry(world: World): Promise<string> {
  const given = { lines: [(await aLine(world)).line], kind: 'fee' as const, amount: -92, note: 'A check.' }
  const { result } = await adjustLines(world.app.call, { id: world.reviewer.id, ...noRequest }, given)
  return result ?? ''
}

/** An adjusting entry that waits for a second person, who `who` may be. Returns the id of the act. */
async function anAct(world: World, who: Person): Promise<string> {
  await setControls(world.app, { secondPersonFrom: 1 })
  const maker = who === world.finance ? world.owner : world.finance
  const entry = { lines: [(await aLine(world)).line], kind: 'fee' as const, amount: -92, note: 'A check.' }
  const { waiting } = await maker.api.statements.adjust(entry)
  await setControls(world.app, { secondPersonFrom: null })
  return waiting?.id ?? ''
}

/** October can be closed. */
async function anOctober({ app, owner }: World): Promise<{ month: string }> {
  const acts = await owner.api.waitingActs.list()
  for (const { id, thing, state } of acts)
    if (thing.kind === 'month' && state === 'waiting') await owner.api.waitingActs.cancel({ id })
  const reopened = { reopened_at: app.clock.now().toISOString(), reopened_by: owner.id }
  await app.ctx.db.updateTable('month_closings').set(reopened).where('reopened_at', 'is', null).execute()
  const made = { ...anAccount(), methods: [], kind: 'cash' as const, openingOn: '2026-10-01' }
  await makeStatementAccount(app.call, { id: owner.id, ...noRequest }, made)
  const balances = (await owner.api.statements.accounts()).filter(({ openingOn }) => openingOn < '2026-11')
  for (const each of balances) await owner.api.statements.setBalance({ id: each.id, on: '2026-10-31', balance: 1000 })
  return { month: '2026-10' }
}

/** October is closed. */
async function aClosedOctober(world: World): Promise<{ month: string }> {
  const october = await anOctober(world)
  const { waiting } = await world.finance.api.statements.closeMonth({ ...october, note: 'A check.' })
  await world.owner.api.waitingActs.release({ id: waiting?.id ?? '' })
  return october
}

const inputOf = (id: string, more: object = {}) => ({ input: { id, ...more }, nowhere: { id: NOWHERE, ...more } })

/** A valid call of each procedure about statements, and about what waits for a second person. */
export const statementCalls = {
  'payouts.float': () => ({}),
  'statements.accounts': () => ({}),
  'statements.makeAccount': leaves('statement.account-made', async (world) => {
    await freeMethods(world)
    return { input: anAccount() }
  }),
  'statements.changeAccount': leaves('statement.account-changed', async (world) => {
    const { provider: _, ...fields } = anAccount()
    return inputOf(await accountOf(world), fields)
  }),
  'statements.moveMoney': leaves('statement.money-moved', async (world) => {
    const moved = { to: await accountOf(world), amount: 10, on: world.app.clock.now().toISOString().slice(0, 10) }
    return { input: { ...moved, from: 'owner' }, invalid: { ...moved, from: NOWHERE } }
  }),
  'statements.columns': () => ({ input: { csv: aFile() } }),
  'statements.import': leaves('statement.imported', async (world) => inputOf(await accountOf(world), { csv: aFile() })),
  'statements.imports': async (world: World) => inputOf(await accountOf(world)),
  'statements.takeBack': leaves('statement.import-taken-back', async (world) => {
    const { account } = await aLine(world)
    const [made] = await world.owner.api.statements.imports({ id: account })
    return inputOf(made?.id ?? '')
  }),
  'statements.rematch': leaves('statement.rematched', async (world) => inputOf((await aLine(world)).account)),
  'statements.lines': () => ({ input: {} }),
  'statements.movements': async (world: World) => inputOf(await accountOf(world)),
  'statements.matchLine': leaves('statement.matched', async (world) =>
    inputOf((await aLine(world)).line, { payouts: [(await aPaidPayout(world)).id] }),
  ),
  'statements.unmatchLine': leaves('statement.unmatched', async (world) => inputOf(await aMatchedLine(world))),
  'statements.adjust': leaves('statement.adjusted', async (world) => {
    const entry = { kind: 'fee', amount: -92, note: 'A check.' }
    return {
      input: { ...entry, lines: [(await aLine(world)).line] },
      nowhere: { ...entry, lines: [NOWHERE] },
    }
  }),
  'statements.entries': () => ({ input: {} }),
  'statements.reverseEntry': leaves('statement.entry-reversed', async (world) => inputOf(await anEntry(world))),
  'statements.months': () => ({}),
  'statements.closeMonth': leaves('act.asked', async (world) => ({
    input: await anOctober(world),
    nowhere: { month: '2000-12' },
  })),
  'statements.reopenMonth': leaves('act.asked', async (world) => ({
    input: { ...(await aClosedOctober(world)), reason: 'A fee was missing.' },
    nowhere: { month: '2000-12', reason: 'A fee was missing.' },
  })),
  'statements.reconciliation': async (world: World) => inputOf(await accountOf(world), days),
  'statements.setBalance': leaves('statement.balance-typed', async (world) =>
    inputOf(await accountOf(world), { on: from, balance: 1000 }),
  ),
  'waitingActs.list': () => ({}),
  'waitingActs.release': leaves('statement.adjusted, act.released', async (world, who) =>
    inputOf(await anAct(world, who)),
  ),
  'waitingActs.cancel': leaves('act.canceled', async (world, who) => inputOf(await anAct(world, who))),
}
