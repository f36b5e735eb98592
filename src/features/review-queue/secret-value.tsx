import { useStaffPermissions } from '#client/lib/permissions.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { Button } from '#client/ui/button.tsx'
import type { RevealableField } from '#shared/submission.ts'
import { formatCardCode } from './format-card-code.ts'
import styles from './secret-value.module.css'
import { useReveal } from './use-reveal.ts'

const copyMessages = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' } as const

type Props = {
  submissionId: string
  field: RevealableField
  /** Lower case, completes 'Reveal ...'. */
  name: string
  masked: string
  /** The key that reveals and hides it where keys are at hand. */
  shortcut?: string
}

/** A masked value, which reviewers can reveal. */
export function SecretValue(props: Props) {
  const { mayReview } = useStaffPermissions()
  if (mayReview) return <RevealableValue {...props} />
  return <span className={styles.masked}>{props.masked}</span>
}

/** Its Reveal button; what is revealed can be copied and hides again after 30 seconds. */
function RevealableValue({ submissionId, field, name, masked, shortcut }: Props) {
  const { value, error, isPending, reveal, hide } = useReveal(submissionId, field)
  const [copyState, copy] = useCopy()
  const isShown = value !== undefined

  return (
    <span className={styles.secret}>
      <span className={isShown ? styles.shown : styles.masked}>{isShown ? formatCardCode(value) : masked}</span>
      {/* One button in both states, so that focus stays where it is. */}
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
      {isShown && (
        <Button variant="quiet" size="small" onClick={() => copy(value)}>
          {copyMessages[copyState]}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      <span role="status" className={error ? styles.error : 'visually-hidden'}>
        {error ?? (isShown ? `${name} revealed, hidden again in 30 seconds` : '')}
      </span>
    </span>
  )
}
