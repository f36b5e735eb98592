import { type BrandTerms, rateConflictMessage } from '#shared/catalogue-schema.ts'
import { sameTerms } from '#shared/same-terms.ts'
import { neededConfirmation } from '#shared/unusual-rates.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { findNewestVersion, insertVersion, listTermsIn } from './catalogue-queries.ts'

type Edit = {
  base: number
  note: string
  confirm: string | undefined
  source: 'edit' | 'import' | 'revert'
  wanted(tx: Tx, current: ReadonlyMap<string, BrandTerms>): Promise<readonly BrandTerms[]>
  /** Follows version and number of brands in the audit log. */
  detail?: string
}

/** This process quotes by it once it resolves. @throws when `base` is old, nothing differs or `confirm` is missing */
export async function publishVersion(ctx: CallContext, staff: Actor, edit: Edit) {
  const { base, note, confirm, source, wanted, detail = '' } = edit
  const published = await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'catalogue')
    if ((await findNewestVersion(tx)) !== base) throw conflict(rateConflictMessage)
    const current = new Map((await listTermsIn(tx, base)).map((terms) => [terms.slug, terms]))
    const changes = (await wanted(tx, current)).filter((terms) => {
      const before = current.get(terms.slug)
      return !before || !sameTerms(before, terms)
    })
    if (changes.length === 0) throw invalid('changes', 'Nothing has changed.')
    assertConfirmed(confirm, current, changes)
    const version = base + 1
    await insertVersion(tx, { version, source, made_at: timestamp(app.clock), made_by: staff.id, note, base }, changes)
    const brands = changes.length === 1 ? '1 brand' : `${changes.length} brands`
    await audit(app, tx, staff, 'rates.published', 'rates', `version ${version}: ${brands}${detail}`)
    await app.events.emit(tx, { name: 'catalogue.changed', version })
    return { version }
  })
  // The listener of the event tries again when this fails; the version is committed.
  await ctx.app.catalogue.refresh().catch(() => {})
  return published
}

function assertConfirmed(
  confirm: string | undefined,
  current: ReadonlyMap<string, BrandTerms>,
  changes: readonly BrandTerms[],
) {
  const needed = neededConfirmation(changes.map((after) => ({ before: current.get(after.slug) ?? after, after })))
  if (!needed || confirm === needed.confirm) return
  const message = `${needed.reason} Send confirm: "${needed.confirm}" to publish this.`
  throw new AppError('unprocessable', message, { field: 'confirm' })
}
