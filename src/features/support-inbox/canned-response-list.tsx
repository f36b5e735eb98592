import styles from './canned-response-list.module.css'
import type { useCannedResponsePicker } from './use-canned-response-picker.ts'

/** The saved answers that fit, above the box; the focus stays in it. */
export function CannedResponseList({ picker }: { picker: ReturnType<typeof useCannedResponsePicker> }) {
  const { isOpen, answers, chosen, pick, listId, optionId, missing } = picker
  return (
    <>
      <p className="visually-hidden" role="status">
        {isOpen && `${answers.length} saved answers. Arrow keys choose, Enter inserts.`}
      </p>
      {missing !== undefined && <p className={styles.none}>No saved answer /{missing}</p>}
      {isOpen && (
        <div className={styles.list} role="listbox" id={listId} aria-label="Saved answers">
          {answers.map((answer, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and its keys
            <div
              key={answer.id}
              id={optionId(at)}
              className={styles.option}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              // The focus stays in the box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(answer)}
            >
              <span className={styles.shortcut}>/{answer.shortcut}</span>
              <span className={styles.text}>{answer.text}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
