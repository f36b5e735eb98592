import type { ReactNode } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { QueryPart } from '#client/ui/query-state.tsx'
import { SiteForm } from './site-form.tsx'
import { SiteHistory } from './site-history.tsx'
import styles from './site-tab.module.css'

/** What the site says about itself, with its history. `lead` and `foot` stand around them. */
export function SiteTab({ lead, foot }: { lead?: ReactNode; foot?: ReactNode }) {
  // Other owners change it too, so it is refetched on every mount.
  const query = trpc.admin.site.get.useQuery(undefined, { staleTime: 0 })
  return (
    <div className={`stack gap-4 ${styles.tab}`}>
      <div className="stack gap-1">
        <h2 className="text-xl">Site</h2>
        <p className="muted">
          Pages and emails have these words. A change shows at once, also on pages that are open. Every version is kept.
        </p>
      </div>
      {lead}
      <QueryPart
        query={query}
        lines={8}
        height="3rem"
        label="Loading the site..."
        failed="We couldn't load the site"
        failedAs="message"
      >
        {(site) => (
          <>
            <SiteForm key={site.version} site={site} />
            <SiteHistory current={site} />
          </>
        )}
      </QueryPart>
      {foot}
    </div>
  )
}
