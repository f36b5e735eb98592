import { useCopy } from '#client/lib/use-copy.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import styles from './tokens.module.css'

/** A token in the clear, the only time anybody sees it. */
export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const [copyState, copy] = useCopy()
  return (
    <div className={styles.form}>
      <Notice tone="warn" role="status" title="Copy it now">
        It is not shown again. Keep it like a password; whoever has it can do what it may.
      </Notice>
      <code className={styles.token}>{token}</code>
      <div className={styles.actions}>
        <CopyButton what="Token" state={copyState} onCopy={() => copy(token)} />
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
