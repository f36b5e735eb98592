import type { z } from 'zod'
import type { revertRatesInput } from '#shared/catalogue-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'
import { listTermsAsIn } from './catalogue-queries.ts'
import { publishVersion } from './publish-version.ts'

/** Publishes a version that equals an old one. Brands that the old one did not have yet are hidden. */
export async function revertRates(
  ctx: CallContext,
  staff: Actor,
  { base, version, note, confirm }: z.infer<typeof revertRatesInput>,
) {
  return publishVersion(ctx, staff, {
    ...{ base, note, confirm },
    source: 'revert',
    detail: `, as in version ${version}`,
    async wanted(tx, current) {
      if (version < 1 || version > base) throw new AppError('not_found', `There is no version ${version}.`)
      return listTermsAsIn(tx, version, current.values())
    },
  })
}
