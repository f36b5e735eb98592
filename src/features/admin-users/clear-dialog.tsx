import { type FormEvent, useRef, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { clearMessages } from '#shared/registered-user.ts'
import { site } from '#shared/site.ts'
import styles from './clear-dialog.module.css'
import { ClearSummaryList } from './clear-summary-list.tsx'
import { useClearAllData } from './use-clear-all-data.ts'

/** Says what goes and what stays, offers the submissions for the last time, and wants the name of the site typed. */
export function ClearDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [wasWrong, setWasWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const summary = trpc.admin.data.clearSummary.useQuery(undefined, { gcTime: 0 })
  const clear = useClearAllData()
  const isRight = typed.trim() === site.brandName
  const isBusy = clear.isPending || clear.isSuccess

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setWasWrong(!isRight)
    if (isRight) clear.mutate()
    else field.current?.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      locked={isBusy}
      title="Clear All Data"
      description="Nobody can take this back on the site; only the backup on the server can bring the data back."
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        {clear.isError && (
          <Notice tone="bad" role="alert" title={clearMessages.failed}>
            {clear.error.data && <p>{clear.error.message}</p>}
          </Notice>
        )}
        <ClearSummaryList summary={summary.data} hasFailed={summary.isError} onRetry={() => void summary.refetch()} />
        <p>
          <a className={buttonClass('secondary', 'small')} href={withBase('/api/admin/submissions.csv')} download>
            <Icon name="download" size={18} /> Export submissions first
          </a>
        </p>
        <TextField
          ref={field}
          label={`Type “${site.brandName}” to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onValueChange={setTyped}
          error={wasWrong && !isRight ? `Type ${site.brandName}, exactly as it stands above` : undefined}
        />
        <div className={styles.actions}>
          <Button
            variant="secondary"
            onClick={onClose}
            disabledReason={isBusy ? 'The data is being cleared' : undefined}
          >
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {isBusy ? 'Clearing...' : 'Clear All Data'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
