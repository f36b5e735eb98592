import path from 'node:path'
import { loggedEntries } from '../../audit/logged-entries.ts'
import { loggedDispositions } from '../../inventory/disposition-log.ts'
import { finishRestore } from '../../operator/operations/finish-restore.ts'
import { verifyBackup } from '../../operator/operations/read-backup.ts'
import { readEntries } from '../../platform/signed-logs/signed-log.ts'
import { createDiskStorage } from '../../platform/storage/disk-storage.ts'
import type { FakePayPal } from './fake-paypal/fake-paypal.ts'
import { openPayPalSite, type PayPalSite, payPalVariables } from './paypal-site.ts'
import { attemptsIn, purgesIn, recoveryLogOf } from './recovery-log.ts'
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
  log: string
  /** The site after a restore of this backup and its purges, with what was paid since or without it. Dispose of it. */
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
    log: recoveryLogOf(site.app),
    async restore(backup, { withLog = true } = {}) {
      const { audit } = await verifyBackup(ctx.keyring, backup, after.path)
      await ctx.recoveryLog.write()
      const app = await createTestApp({ ...payPalVariables(fake), ...placeIn(after.path) })
      app.clock.set(site.app.clock.now().getTime())
      const { keyring, config } = ctx
      const from = {
        source: 'A test',
        head: audit.head,
        payouts: withLog ? attemptsIn(site.app) : undefined,
        dispositions: readEntries(keyring, loggedDispositions, config.backupDir),
        entries: readEntries(keyring, loggedEntries, config.backupDir),
      }
      const done = await finishRestore(app.ctx, from, purgesIn(site.app), undefined)
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

/** A site with all its data in this folder. All such sites have equal keys, so that one reads another's backup. */
export async function aSiteIn(folder: string): Promise<TestApp> {
  const app = await createTestApp(placeIn(folder))
  app.ctx.storage = createDiskStorage(path.join(folder, 'files'))
  return app
}

function placeIn(folder: string) {
  return { DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/exchange.sqlite`, DATA_KEYS }
}
