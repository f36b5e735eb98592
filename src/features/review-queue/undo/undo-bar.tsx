import { Button } from '#client/ui/button.tsx'
import { KeyCap } from '../keyboard-shortcuts/key-cap.tsx'
import styles from './undo-bar.module.css'
import type { useUndo } from './use-undo.ts'

type Props = { undo: ReturnType<typeof useUndo> }

/** Shows recent decisions while they can be undone. It takes no focus; Z triggers undo from anywhere. */
export function UndoBar({ undo: { latest, others, result, isUndoing, undo, forget } }: Props) {
  return (
    <div className={styles.place}>
      {/* Always rendered, so that screen readers announce changes. */}
      <div role="status" className={latest || result ? `cluster gap-4 row-gap-2 text-sm ${styles.bar}` : undefined}>
        {latest ? (
          <>
            <span className="strong">
              {latest.message}
              {others > 0 && ` You can undo ${others} more.`}
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-keyshortcuts="z"
              busy={isUndoing}
              onClick={() => undo(latest)}
            >
              Undo <KeyCap>Z</KeyCap>
            </Button>
          </>
        ) : (
          result && (
            <>
              <span className={result.isBad ? 'bad strong' : 'strong'}>{result.message}</span>
              <Button variant="quiet" size="small" onClick={forget}>
                Close
              </Button>
            </>
          )
        )}
      </div>
    </div>
  )
}
