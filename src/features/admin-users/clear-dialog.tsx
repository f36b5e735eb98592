import { withBase } from '#client/lib/base-path.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { useForgetStaff } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { cleanText } from '#shared/clean-text.ts'
import { formatDollars } from '#shared/money.ts'
import { clearMessages } from '#shared/registered-user.ts'
import type { ClearSummary } from '#shared/registered-user-schema.ts'
import { site } from '#shared/site.ts'
import styles from './clear-dialog.module.css'

export function ClearDialog({ onClose }: { onClose: () => void }) {
  const { brandName } = useSite()
  const wrongName = { message: `Type "${brandName}" exactly as shown`, field: 'siteName' }
  const form = useForm({ siteName: '' }, ({ siteName }) =>
    cleanText.line(siteName) === brandName ? undefined : wrongName,
  )
  const summary = trpc.admin.data.clearSummary.useQuery(undefined, { gcTime: 0 })
  const clear = useClearAllData()

  return (
    <FormDialog
      title="Clear All Data"
      description="You can't undo this here. Data can only be restored from the server backup."
      // The text below explains what is deleted; the field to confirm it comes after.
      firstFocus="title"
      action="Clear All Data"
      pendingAction="Clearing..."
      isDanger
      form={form}
      isPending={clear.isPending || clear.isSuccess}
      onSubmit={() => clear.mutate()}
      onClose={onClose}
      lead={
        clear.isError && (
          <Notice tone="bad" role="alert" title={clearMessages.failed}>
            {clear.error.data && <p>{clear.error.message}</p>}
          </Notice>
        )
      }
    >
      <QueryPart query={summary} lines={6} label="Counting..." failed="We couldn't count what would be deleted.">
        {(counts) => (
          <>
            {counts.owed.payouts > 0 && <Owed owed={counts.owed} />}
            <ClearSummaryList summary={counts} />
          </>
        )}
      </QueryPart>
      <p>
        <a className={buttonClass('secondary', 'small')} href={withBase('/api/admin/submissions.csv')} download>
          <Icon name="download" size={18} /> Export submissions first
        </a>
      </p>
      <TextField {...form.bind('siteName')} label={`Type “${brandName}” to confirm`} spellCheck={false} />
    </FormDialog>
  )
}

function Owed({ owed: { payouts, amount } }: Pick<ClearSummary, 'owed'>) {
  return (
    <Notice
      tone="warn"
      title={`Owed to sellers: ${formatDollars(amount)} in ${payouts} ${payouts === 1 ? 'payout' : 'payouts'}`}
    >
      Nothing is owed for them any more once the data is cleared. Pay them first.
    </Notice>
  )
}

function ClearSummaryList({ summary }: { summary: ClearSummary }) {
  return (
    <div className={styles.lists}>
      <Lines
        title="Will be deleted"
        lines={[
          ['Customers (signed out immediately)', summary.customers],
          ['Submissions and registrations', summary.submissions],
          ['Payouts', undefined],
          ['Photos and files', summary.files],
          ['Chat conversations', summary.conversations],
          ['Saved payment methods', summary.paymentMethods],
          ['Emails, sent and queued', summary.mails],
          ['Visit statistics', undefined],
        ]}
      />
      <Lines
        title="Will be kept"
        lines={[
          ['Staff accounts', summary.staffKept],
          ['Audit log entries', summary.auditEntriesKept],
          ['Ledger of payouts', undefined],
          ['A backup on the server', undefined],
        ]}
      />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly (readonly [string, number | undefined])[] }) {
  return (
    <section>
      <h3 className="text-base margin-bottom-1">{title}</h3>
      <ul className="plain line-top">
        {lines.map(([label, many]) => (
          <li key={label} className="row stretch spread line-bottom">
            <span>{label}</span>
            {many !== undefined && <span className="tabular strong">{formatCount(many)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const RELOAD_AFTER_MS = 1_000

function useClearAllData() {
  const forget = useForgetStaff()
  const toast = useToast()
  const signOut = trpc.admin.session.signOut.useMutation()
  return trpc.admin.data.clearAll.useMutation({
    onSuccess: async () => {
      toast({ title: clearMessages.cleared })
      forgetStored()
      // Clearing keeps staff sessions, so this one is ended too; a failure must not stop the local sign-out.
      await signOut.mutateAsync().catch(() => undefined)
      forget()
      setTimeout(() => location.reload(), RELOAD_AFTER_MS)
    },
    onError: () => toast({ title: 'Error', description: clearMessages.failed, tone: 'error' }),
  })
}

/** Removes every key of the product from localStorage, preferences included. */
function forgetStored() {
  try {
    const ours = Object.keys(localStorage).filter((key) => key.startsWith(site.storagePrefix))
    for (const key of ours) localStorage.removeItem(key)
  } catch {
    // Storage is not available, so nothing is stored.
  }
}
