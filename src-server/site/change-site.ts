import type { ChangeSiteInput, SiteVersion } from '#shared/site-settings-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { storeSiteVersion } from './store-site-version.ts'

export async function changeSite(
  ctx: CallContext,
  owner: Actor,
  { base, values, note }: ChangeSiteInput,
): Promise<SiteVersion> {
  return storeSiteVersion(ctx, owner, { base, note, wanted: async () => values })
}
