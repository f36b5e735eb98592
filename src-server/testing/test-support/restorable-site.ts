import path from 'node:path'
import { DISPOSITION_LOG, exportDispositionLog } from '../../inventory/disposition-log.ts'
import { findPayouts } from '../../operator/operations/find-log.ts'
import { finishRestore } from '../../operator/operations/finish-restore.ts'
import { exportPurgeLog, PURGE_LOG, readPurgeLog } from '../../operator/operations/purge-log.ts'
import { verifyBackup } from '../../operator/operations/verify-backup.ts'
import { PAYOUT_LOG, readPayoutLog } from '../../payouts/payout-log.ts'
import { createDiskStorage } from '../../platform/storage/disk-storage.ts'
import type { FakePayPal } from './fake-paypal/fake-paypal.ts'
import { openPayPalSite, type PayPalSite, payPalVariables } from './paypal-site.ts'
import { tempFolder } from './temp-folder.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'

const DATA_KEYS = `k1:${Buffer.alloc(32, 5).toString('base64')}`

type RestoredSite = AsyncDisposable & {
  app: TestApp
  boss: Person
  done: Awaited<ReturnType<typeof finishRestore>>
}

export type RestorableSite = AsyncDisposable & {
  site: PayPalSite
  payoutLog: string
  /** The site after a restore of this backup and its purges, with the payout log or without it. Dispose of it. */
  restore(backup: string, options?: { withLog?: boolean }): Promise<RestoredSite>
}

/** A site whose PayPal app is that of the fake, and whose backups can be restored into another folder. */
export async function openRestorableSite(fake: FakePayPal): Promise<RestorableSite> {
  const [before, after] = [tempFolder(), tempFolder()]
  const site = await openPayPalSite(fake, {}, placeIn(before.path))
  site.app.ctx.storage = createDiskStorage(path.join(before.path, 'files'))
  const { ctx } = site.app
  return {
    site,
    payoutLog: path.join(ctx.config.backupDir, PAYOUT_LOG),
    async restore(backup, { withLog = true } = {}) {
      const { audit } = await verifyBackup(ctx.keyring, backup, after.path)
      await ctx.payouts.log.write()
      await exportPurgeLog(ctx, ctx.config.backupDir)
      const app = await createTestApp({ ...payPalVariables(fake), ...placeIn(after.path) })
      app.clock.set(site.app.clock.now().getTime())
      const payouts = withLog ? readPayoutLog(ctx.keyring, findPayouts(backup, undefined)) : undefined
      const purges = readPurgeLog(ctx.keyring, path.join(ctx.config.backupDir, PURGE_LOG))
      await exportDispositionLog(ctx, ctx.config.backupDir)
      const dispositions = path.join(ctx.config.backupDir, DISPOSITION_LOG)
      const from = { source: 'A test', head: audit.head, payouts, dispositions }
      const done = await finishRestore(app.ctx, from, purges, undefined)
      const boss = await app.alwaysAllowed(await app.staff())
      return { app, boss, done, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      before[Symbol.dispose]()
      after[Symbol.dispose]()
    },
  }
}

function placeIn(folder: string) {
  return { DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/exchange.sqlite`, DATA_KEYS }
}
