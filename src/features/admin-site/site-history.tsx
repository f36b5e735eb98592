import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { FailedLine, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { RevertSiteDialog } from './revert-site-dialog.tsx'
import { changedTexts } from './site-fields.ts'

export function SiteHistory({ current }: { current: SiteVersion }) {
  const [reverted, setReverted] = useState<SiteVersion>()
  const query = trpc.admin.site.versions.useQuery(undefined, { staleTime: 0 })
  return (
    <section aria-labelledby="site-history" className="stack gap-3 pad-top-5 line-top">
      <h3 id="site-history" className="text-lg">
        History
      </h3>
      <QueryState
        query={query}
        loading={<Skeleton lines={3} label="Loading history..." />}
        failed={({ retry }) => (
          <FailedLine role="alert" retry={retry}>
            The history could not be loaded.
          </FailedLine>
        )}
      >
        {(versions) => (
          <ol className="stack gap-4 plain breaks" aria-labelledby="site-history">
            {versions.map((each, at) => (
              <li key={each.version} className="cluster spread top gap-3">
                <VersionFacts version={each} before={versions[at + 1]} />
                {each.version !== current.version && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Revert to version ${each.version}`}
                    onClick={() => setReverted(each)}
                  >
                    Revert...
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryState>
      {reverted && <RevertSiteDialog current={current} version={reverted} onClose={() => setReverted(undefined)} />}
    </section>
  )
}

function VersionFacts({ version, before }: { version: SiteVersion; before: SiteVersion | undefined }) {
  return (
    <div className="shrinks">
      <p className="muted">{headOf(version)}</p>
      {version.note && <p>{version.note}</p>}
      {before &&
        changedTexts(version.values, before.values).map(({ label, now, before }) => (
          <p key={label}>
            {label}: {now}, before {before}
          </p>
        ))}
    </div>
  )
}

function headOf({ version, madeAt, madeBy }: SiteVersion): string {
  return madeAt === null ? 'Version 0, built in' : `Version ${version}, ${formatDateTime(madeAt)} by ${madeBy}`
}
