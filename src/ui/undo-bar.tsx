import type { UndoStack } from '#client/lib/use-undo-stack.ts'
import { QuietButton, SmallButton } from './button.tsx'
import { KeyCap } from './key-cap.tsx'
import styles from './undo-bar.module.css'

type Props = { undo: Omit<UndoStack, 'add'>; hasKey?: boolean }

/** Shows recent decisions while they can be undone. It takes no focus. */
export function UndoBar({ undo: { latest, others, result, isUndoing, undo, forget }, hasKey = false }: Props) {
  return (
    <div className={styles.place}>
      {/* Always rendered, so that screen readers announce changes. */}
      <div
        role="status"
        className={latest || result ? `cluster gap-4 row-gap-2 text-sm floats ${styles.bar}` : undefined}
      >
        {latest ? (
          <>
            <span className="strong">
              {latest.message}
              {others > 0 && ` You can undo ${others} more.`}
            </span>
            <SmallButton aria-keyshortcuts={hasKey ? 'z' : undefined} busy={isUndoing} onClick={() => undo(latest)}>
              Undo {hasKey && <KeyCap>Z</KeyCap>}
            </SmallButton>
          </>
        ) : (
          result && (
            <>
              <span className={result.isBad ? 'bad strong' : 'strong'}>{result.message}</span>
              <QuietButton onClick={forget}>Close</QuietButton>
            </>
          )
        )}
      </div>
    </div>
  )
}
