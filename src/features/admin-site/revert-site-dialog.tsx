import { takeSite } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { changedTexts } from './site-fields.ts'

type RevertProps = { current: SiteVersion; version: SiteVersion; onClose: () => void }

/** Shows what an old version would change now, and makes a new one that equals it. */
export function RevertSiteDialog({ current, version: { version, values }, onClose }: RevertProps) {
  const utils = trpc.useUtils()
  const toast = useToast()
  const form = useForm({ note: `Back to version ${version}` })
  const revert = trpc.admin.site.revert.useMutation({
    onSuccess: (made) => {
      takeSite({ version: made.version, ...made.values })
      toast({ title: 'Site saved', description: `Version ${made.version} equals version ${version}.` })
      onClose()
      return utils.admin.site.invalidate()
    },
    // After a conflict the tab has to show what has been saved.
    onError: () => void utils.admin.site.invalidate(),
  })
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
      lead={
        revert.error && (
          <Notice tone="bad" role="alert">
            {revert.error.message}
          </Notice>
        )
      }
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
