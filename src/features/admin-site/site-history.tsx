import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { takeSite } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { changedTexts } from './site-fields.ts'

export function SiteHistory({ current }: { current: SiteVersion }) {
  const [reverted, setReverted] = useState<SiteVersion>()
  const query = trpc.admin.site.versions.useQuery(undefined, { staleTime: 0 })
  return (
    <section aria-labelledby="site-history" className="stack gap-3 pad-top-5 line-top">
      <h3 id="site-history" className="text-lg">
        History
      </h3>
      <QueryPart
        query={query}
        lines={3}
        label="Loading history..."
        failed="The history could not be loaded."
        role="alert"
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
      </QueryPart>
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

type RevertProps = { current: SiteVersion; version: SiteVersion; onClose: () => void }

function RevertSiteDialog({ current, version: { version, values }, onClose }: RevertProps) {
  const form = useForm({ note: `Back to version ${version}` })
  const revert = trpc.admin.site.revert.useMutation(
    useCall({
      toast: (made) => ({ title: 'Site saved', description: `Version ${made.version} equals version ${version}.` }),
      onDone: (made) => {
        takeSite({ version: made.version, ...made.values })
        onClose()
      },
    }),
  )
  const changes = changedTexts(values, current.values)
  return (
    <FormDialog
      title={`Revert to version ${version}`}
      description="This makes a new version with the old values. No version is removed."
      action="Revert"
      pendingAction="Reverting..."
      form={form}
      isPending={revert.isPending}
      disabledReason={changes.length === 0 ? 'Nothing would change' : undefined}
      onSubmit={({ note }) => revert.mutate({ base: current.version, version, note: note.trim() })}
      onClose={onClose}
      lead={<CallNotice error={revert.error} />}
    >
      {changes.length === 0 ? (
        <p>The values that apply are the same.</p>
      ) : (
        <ul className="stack gap-2 plain breaks" aria-label="Changes">
          {changes.map(({ label, now, before }) => (
            <li key={label}>
              {label}: {now}, before {before}
            </li>
          ))}
        </ul>
      )}
      <TextField {...form.bind('note')} label="Note" optional autoComplete="off" />
    </FormDialog>
  )
}
