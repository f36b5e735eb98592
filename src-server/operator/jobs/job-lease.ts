import type { ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { newId } from '../../platform/ids.ts'

const LEASE_MS = 5 * 60_000
const RENEW_MS = LEASE_MS / 5

type LeaseContext = Pick<ServerContext, 'db' | 'clock' | 'log'>

/**
 * Runs `work` unless another node is running this job; returns whether it did. The job of a node that dies can run
 * elsewhere after five minutes. On SQLite this process is the only one, by the lock of its data folder.
 * @throws what `work` throws
 */
export async function runWithLease(app: LeaseContext, job: string, work: () => Promise<void>): Promise<boolean> {
  if (!isPostgres(app.db)) {
    await work()
    return true
  }
  const holder = newId()
  if (!(await takeLease(app, job, holder))) return false
  let cancel = () => {}
  const renewLater = () => {
    cancel = app.clock.after(RENEW_MS, () => {
      renewLater()
      void takeLease(app, job, holder).catch((error: unknown) =>
        app.log.warn({ err: error, job }, 'could not renew the lease of a job'),
      )
    })
  }
  renewLater()
  try {
    await work()
  } finally {
    cancel()
    await app.db.deleteFrom('job_leases').where('job', '=', job).where('holder', '=', holder).execute()
  }
  return true
}

/** Takes a free or expired lease, or renews the holder's own. */
async function takeLease({ db, clock }: LeaseContext, job: string, holder: string): Promise<boolean> {
  const ends_at = timestamp(clock, LEASE_MS)
  return inServerTransaction(db, async (tx) => {
    const taken = await tx
      .insertInto('job_leases')
      .values({ job, holder, ends_at })
      .onConflict((conflict) =>
        conflict
          .column('job')
          .doUpdateSet({ holder, ends_at })
          .where((lease) =>
            lease.or([lease('job_leases.holder', '=', holder), lease('job_leases.ends_at', '<=', timestamp(clock))]),
          ),
      )
      .returning('job')
      .executeTakeFirst()
    return taken !== undefined
  })
}
