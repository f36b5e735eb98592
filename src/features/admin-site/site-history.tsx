import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { takeSite } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { VersionHistory } from '#client/ui/version-history.tsx'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { changesOf } from './site-fields.ts'

export function SiteHistory({ current }: { current: SiteVersion }) {
  const [reverted, setReverted] = useState<SiteVersion>()
  const query = trpc.admin.site.versions.useQuery(undefined, { staleTime: 0 })
  return (
    <section aria-labelledby="site-history" className="stack gap-3 pad-top-5 line-top">
      <h3 id="site-history" className="text-lg">
        History
      </h3>
      <VersionHistory
        query={query}
        lines={3}
        first="built in"
        list={{ className: 'gap-4', 'aria-labelledby': 'site-history' }}
        changesOf={(version, before) => changesOf(version.values, before.values)}
        action={(version) =>
          version.version !== current.version && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Revert to version ${version.version}`}
              onClick={() => setReverted(version)}
            >
              Revert...
            </Button>
          )
        }
      />
      {reverted && <RevertSiteDialog current={current} version={reverted} onClose={() => setReverted(undefined)} />}
    </section>
  )
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
  const changes = changesOf(values, current.values)
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
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <TextField {...form.bind('note')} label="Note" optional autoComplete="off" />
    </FormDialog>
  )
}
