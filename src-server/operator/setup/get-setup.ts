import { policyNames } from '#shared/policy.ts'
import { boughtBrands } from '#shared/rate-range.ts'
import { type ConfirmedStep, type SetupStep, setupSteps } from '#shared/setup.ts'
import type { SetupState } from '#shared/setup-schema.ts'
import { hasSecondFactor } from '../../accounts/second-factor-queries.ts'
import { countStaff } from '../../accounts/staff-queries.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { listMoneyAccounts } from '../../payouts/money-place.ts'
import { timestamp } from '../../platform/clock.ts'
import { isAny } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { MailTable } from '../../platform/db/operations-tables.ts'
import { table } from '../../platform/db/table.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import { findBackupTime, hasBackupFolder } from '../operations/backup.ts'

/** The controls are a step of their own, and the migration of a site may have made their first version. */
const otherPolicies = policyNames.filter((name) => name !== 'controls')

/** What is done and what is left before customers come; `ownerId` is who asks. Reads the system, stores nothing. */
export async function getSetup(app: AppContext, ownerId: string): Promise<SetupState> {
  const { catalogue, clock, config, db, site } = app
  const marks = new Set((await table('setup_marks').list(db, {})).map(({ mark }) => mark))
  const [reviewers, finance] = [await countStaff(db, 'reviewer'), await countStaff(db, 'finance')]
  const moneyAccounts = await listMoneyAccounts(db)
  const unopened = moneyAccounts
    .filter(({ needs_opening }) => needs_opening === 1)
    .map(({ id, name }) => ({ id, name }))
  const mail = (await table('mail_outbox').list(db, { kind: 'test' satisfies MailKind }, 'created_at', 'id')).at(-1)
  const isCluster = config.cluster !== undefined
  const backup = {
    isConfigured: hasBackupFolder(config),
    isCluster,
    lastAt: isCluster ? null : ((await findBackupTime(config.backupDir))?.toISOString() ?? null),
  }
  const mailServer = config.smtpUrl === undefined ? null : new URL(config.smtpUrl).hostname
  const isDone: Record<SetupStep, boolean> = {
    // A person, not the program, has published them.
    rates: marks.has('rates') || (await isAny(db.selectFrom('catalogue_versions').where('made_by', 'is not', null))),
    'two-step': await hasSecondFactor(db, ownerId),
    staff: reviewers > 0 && finance > 0,
    rules: marks.has('rules') || (await table('policies').find(db, { name: otherPolicies })) !== undefined,
    controls: marks.has('controls'),
    'money-accounts': moneyAccounts.length > 0 && unopened.length === 0,
    // Without a mail server a mail becomes a file, which reaches no customer.
    mail: mailServer !== null && mail !== undefined && mail.sent_at !== null,
    site: marks.has('site') || site.version > 0,
    backup: backup.isConfigured && (isCluster || backup.lastAt !== null),
    address: config.publicUrl !== undefined,
  }
  return {
    isDismissed: marks.has('dismissed'),
    steps: setupSteps.map((name) => ({ name, isDone: isDone[name] })),
    boughtBrands: boughtBrands(catalogue.current.brands, clock.now().getTime()).length,
    reviewers,
    finance,
    unopened,
    mailServer,
    testMail: mail ? testMailOf(mail) : null,
    backup,
    publicUrl: config.publicUrl?.href ?? null,
  }
}

function testMailOf({ recipient: to, sent_at, error, created_at, due_at }: MailTable): SetupState['testMail'] {
  const willRetry = due_at !== null
  if (sent_at !== null) return { to, state: 'delivered', at: sent_at, error: null, willRetry: false }
  return { to, state: error === null ? 'waiting' : 'failed', at: created_at, error, willRetry }
}

/** Records that an owner has looked at what the system has and found it right. A repeat changes nothing. */
export async function confirmStep(ctx: CallContext, owner: Actor, { step }: { step: ConfirmedStep }) {
  await inTransaction(ctx, async (tx, app) => {
    if (await table('setup_marks').insertOnce(tx, { mark: step, made_by: owner.id, made_at: timestamp(app.clock) }))
      await audit(app, tx, owner, 'setup.confirmed', 'setup', step)
  })
}

/** Hides the card of the steps from all owners, or shows it again. A repeat changes nothing. */
export async function dismissSetup(ctx: CallContext, owner: Actor, { isDismissed }: { isDismissed: boolean }) {
  await inTransaction(ctx, async (tx, app) => {
    const mark = { mark: 'dismissed', made_by: owner.id, made_at: timestamp(app.clock) } as const
    const isChanged = isDismissed
      ? await table('setup_marks').insertOnce(tx, mark)
      : await table('setup_marks').remove(tx, { mark: 'dismissed' })
    if (isChanged) await audit(app, tx, owner, isDismissed ? 'setup.dismissed' : 'setup.shown', 'setup')
  })
}
