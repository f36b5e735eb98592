import { releaseAll } from './controls.ts'
import { aBankAccount, aBankPayment, type BankLine, bankStatement } from './statement-files.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'

export type ClosableShop = { app: TestApp; boss: Person; fay: Person; dana: Person; bank: string; csv: string }

export const novemberDay = '2026-11-20'

/** A shop on December 3 whose November can be closed: one payout of $92.00 is on the statement of its bank account. */
export async function aNovember(given?: TestApp): Promise<ClosableShop> {
  const app = given ?? (await createTestApp())
  const dana = await app.customer()
  // Their sessions end within the month.
  const boss = await app.alwaysAllowed(await app.staff())
  const fay = await app.alwaysAllowed(await app.colleague('finance'))
  const bank = await aBankAccount(fay)
  const { cents } = await aBankPayment(app, { customer: dana, by: boss, reference: 'W-1' })
  const csv = bankStatement(2_500_000, [{ day: novemberDay, text: 'WIRE W-1', cents: -cents }])
  await fay.api.statements.import({ id: bank, csv })
  app.clock.set(Date.parse('2026-12-03T12:00:00Z'))
  return { app, boss, fay, dana, bank, csv }
}

/** Imports lines of the bank account, of which the first one comes after the balance of `openingCents`. */
export const bring = ({ fay, bank }: ClosableShop, openingCents: number, ...lines: BankLine[]) =>
  fay.api.statements.import({ id: bank, csv: bankStatement(openingCents, lines) })

/** Finance asks to close a month, and the owner confirms it. Returns what became of it. */
export async function close(
  { boss, fay }: Pick<ClosableShop, 'boss' | 'fay'>,
  month = '2026-11',
  more: object = {},
): Promise<string[]> {
  await fay.api.statements.closeMonth({ month, ...more })
  return releaseAll(boss)
}

/** An owner reopens a month, and finance confirms it. */
export async function reopen({ boss, fay }: ClosableShop, month = '2026-11'): Promise<string[]> {
  await boss.api.statements.reopenMonth({ month, reason: 'A wire was booked twice.' })
  return releaseAll(fay)
}

export async function postedDays({ app }: Pick<ClosableShop, 'app'>, kind: string): Promise<string[]> {
  const rows = app.ctx.db.selectFrom('ledger_transfers').select(['day', 'kind']).orderBy('sequence')
  return (await rows.execute()).flatMap((row) => (row.kind === kind ? row.day : []))
}
