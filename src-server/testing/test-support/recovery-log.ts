import path from 'node:path'
import { type LoggedPurge, loggedPurges } from '../../operator/operations/recovery-log.ts'
import { type LoggedAttempt, loggedAttempts } from '../../payouts/payout-log.ts'
import { RECOVERY_LOG, readEntries } from '../../platform/signed-logs/signed-log.ts'
import type { TestApp } from './test-app.ts'

type Site = Pick<TestApp, 'ctx'>

export const recoveryLogOf = ({ ctx }: Site): string => path.join(ctx.config.backupDir, RECOVERY_LOG)

/** The attempts to pay in the recovery log of a site, oldest first. */
export const attemptsIn = ({ ctx }: Site): AsyncGenerator<LoggedAttempt> =>
  readEntries(ctx.keyring, loggedAttempts, ctx.config.backupDir)

/** The purges in the recovery log of a site, oldest first. */
export const purgesIn = ({ ctx }: Site): AsyncGenerator<LoggedPurge> =>
  readEntries(ctx.keyring, loggedPurges, ctx.config.backupDir)

export async function listOf<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const list: Entry[] = []
  for await (const entry of entries) list.push(entry)
  return list
}
