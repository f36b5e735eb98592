import { timestamp } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'
import { inServerTransaction } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'
import { table } from './table.ts'

const LEASE_MS = 5 * 60_000
const RENEW_MS = LEASE_MS / 5

type LeaseContext = Pick<Platform, 'db' | 'clock' | 'log'>

/** Runs `work` unless another node runs this job; returns whether it did. A dead node blocks it for five minutes. */
export async function runWithLease(app: LeaseContext, job: string, work: () => Promise<void>) {
  const release = await keepLease(app, job)
  if (!release) return false
  try {
    await work()
  } finally {
    await release()
  }
  return true
}

/** Takes the lease of a job and renews it until the returned function is called; undefined when another node has it. */
export async function keepLease(app: LeaseContext, job: string) {
  if (!isPostgres(app.db)) return async () => {}
  const holder = newId()
  if (!(await takeLease(app, job, holder))) return undefined
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
  return async () => {
    cancel()
    await table('job_leases').remove(app.db, { job, holder })
  }
}

async function takeLease({ db, clock }: LeaseContext, job: string, holder: string) {
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
