import { useCall } from '#client/calls/use-call.ts'
import { takeSite } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { changedTexts } from './site-fields.ts'

type RevertProps = { current: SiteVersion; version: SiteVersion; onClose: () => void }

export function RevertSiteDialog({ current, version: { version, values }, onClose }: RevertProps) {
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
