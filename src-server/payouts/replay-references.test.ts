import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RECOVERY_LOG, readEntries } from '../platform/signed-logs/signed-log.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { attemptsIn, recoveryLogOf } from '../testing/test-support/recovery-log.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, customerPassword } from '../testing/test-support/test-app.ts'
import { loggedAttempts } from './payout-log.ts'
import { replayPayouts } from './replay-payouts.ts'

/** A site with a payout that was paid by hand as 'CA-1' and corrected to 'CA-2'; its recovery log has both. */
async function open(folder: string) {
  const app = await createTestApp({ DATA_DIR: folder })
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { payoutId: id } = await anApproval(app, dana, boss)
  const { payouts } = boss.api
  const { payout } = await payouts.begin({ id, version: 1 })
  const paid = await payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await app.ctx.recoveryLog.write()
  await payouts.correctReference({ id, version: paid.version, reference: 'CA-2' })
  await app.ctx.recoveryLog.write()
  const read = () => attemptsIn(app)
  const replay = () => replayPayouts(app.ctx, read())
  const stored = () =>
    app.ctx.db.selectFrom('payouts').select(['reference', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
  /** Makes the payout as a backup from before the correction has it. */
  const setBack = (reference: string | null) =>
    app.ctx.db.updateTable('payouts').set({ reference }).where('id', '=', id).execute()
  return { app, dana, read, replay, stored, setBack }
}

test('a restore repeats the correction of a reference, and repeating it again changes nothing', async () => {
  using folder = tempFolder()
  const { app, read, replay, stored, setBack } = await open(folder.path)
  await using _ = app
  const references: string[] = []
  for await (const { state, reference } of read()) if (state === 'settled') references.push(reference)
  expect(references).toEqual(['CA-1', 'CA-2'])
  const { version } = await stored()
  await replay()
  expect(await stored()).toEqual({ reference: 'CA-2', version })
  for (const former of ['CA-1', null]) {
    await setBack(former)
    expect(await replay()).toMatchObject({ applied: 1, lost: [] })
    expect((await stored()).reference).toBe('CA-2')
    expect((await replay()).applied).toBe(0)
  }
})

test('the logs of two nodes are repeated one after the other, the newest last', async () => {
  using folder = tempFolder()
  const { app, replay, stored, setBack } = await open(folder.path)
  await using _ = app
  const text = readFileSync(recoveryLogOf(app), 'utf8')
  const older = path.join(folder.path, 'older')
  mkdirSync(older)
  writeFileSync(path.join(older, RECOVERY_LOG), text.slice(0, text.lastIndexOf('{"log":"payout"')))
  await setBack(null)
  expect(await replayPayouts(app.ctx, readEntries(app.ctx.keyring, loggedAttempts, older))).toMatchObject({
    applied: 1,
    lost: [],
  })
  expect((await stored()).reference).toBe('CA-1')
  expect(await replay()).toMatchObject({ applied: 1, lost: [] })
  expect((await stored()).reference).toBe('CA-2')
})

test('a restore does not bring back the reference of a deleted account', async () => {
  using folder = tempFolder()
  const { app, dana, replay, stored } = await open(folder.path)
  await using _ = app
  await dana.api.account.deleteAccount({ password: customerPassword })
  await replay()
  expect((await stored()).reference).toBeNull()
})
