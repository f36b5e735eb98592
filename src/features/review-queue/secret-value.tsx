import { useEffect } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyText } from '#client/ui/copy-button.tsx'
import type { RevealableField } from '#shared/submission.ts'
import styles from './secret-value.module.css'

const HIDE_AFTER_MS = 30_000

type Props = {
  submissionId: string
  field: RevealableField
  /** Lower case; completes 'Reveal ...'. */
  name: string
  masked: string
  isReadOnly?: boolean | undefined
  shortcut?: string
}

export function SecretValue({ isReadOnly, ...props }: Props) {
  const { mayReview } = useStaffPermissions()
  if (mayReview && !isReadOnly) return <RevealableValue {...props} />
  return <span className={styles.masked}>{props.masked}</span>
}

function RevealableValue({ submissionId, field, name, masked, shortcut }: Omit<Props, 'isReadOnly'>) {
  const { value, error, isPending, reveal, hide } = useReveal(submissionId, field)
  const isShown = value !== undefined

  return (
    <span className={styles.secret}>
      <span className={isShown ? styles.shown : styles.masked}>{isShown ? formatCardCode(value) : masked}</span>
      {/* One button for both states, so that the focus is kept. */}
      <Button
        variant="quiet"
        size="small"
        busy={isPending}
        aria-keyshortcuts={shortcut}
        onClick={isShown ? hide : reveal}
      >
        {isShown ? 'Hide' : 'Reveal'}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {isShown && <CopyText text={value} of={name} />}
      <span role="status" className={error ? `bad ${styles.error}` : 'visually-hidden'}>
        {error ?? (isShown ? `${name} revealed, hidden again in 30 seconds` : '')}
      </span>
    </span>
  )
}

/** Groups a long code by four for display; the copy button uses the original. */
export function formatCardCode(code: string): string {
  return /^[0-9A-Za-z]{8,}$/.test(code) ? code.replace(/.{4}(?=.)/g, '$& ') : code
}

/** The server audits every reveal. Only the mutation keeps the value, so hiding it removes it from memory. */
function useReveal(submissionId: string, field: RevealableField) {
  const { data, error, isPending, mutate, reset } = trpc.admin.submissions.reveal.useMutation({ gcTime: 0 })
  const value = data?.value

  useEffect(() => {
    if (value === undefined) return
    const timer = setTimeout(reset, HIDE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value, reset])

  // Security codes are erased at a final status, card numbers some time later.
  const message = error?.data?.code === 'not_found' ? 'No longer kept' : error?.message
  return { value, error: message, isPending, reveal: () => mutate({ submissionId, field }), hide: reset }
}
