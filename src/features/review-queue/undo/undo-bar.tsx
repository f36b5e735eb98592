import { Button } from '#client/ui/button.tsx'
import { KeyCap } from '../keyboard-shortcuts/key-cap.tsx'
import styles from './undo-bar.module.css'
import type { useUndo } from './use-undo.ts'

type Props = { undo: ReturnType<typeof useUndo> }

/** Says what was just decided, for as long as it can be taken back. It takes no focus; Z presses it from anywhere. */
export function UndoBar({ undo: { latest, others, result, isUndoing, undo, forget } }: Props) {
  return (
    <div className={styles.place}>
      {/* Here from the beginning and filled later, so that screen readers hear of it. */}
      <div role="status" className={latest || result ? styles.bar : undefined}>
        {latest ? (
          <>
            <span className={styles.words}>
              {latest.words}
              {others > 0 && ` ${others} more can still be undone.`}
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
              <span className={result.isBad ? styles.bad : styles.words}>{result.message}</span>
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
