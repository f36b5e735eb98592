import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import styles from './change-list.module.css'
import { type FieldChange, fieldChanges } from './rate-changes.ts'
import type { Edit } from './rate-edits.ts'

type ChangeListProps = {
  edits: readonly Edit[]
  action?: (edit: Edit) => ReactNode
  foot?: (edit: Edit) => ReactNode
}

export function ChangeList({ edits, action, foot }: ChangeListProps) {
  return (
    <ul className={`plain line-bottom ${styles.brands}`} aria-label="Changes">
      {edits.map((edit) => (
        <li key={edit.after.slug} className={`line-top ${styles.brand}`}>
          <div className={`row spread gap-3 ${styles.head}`}>
            <h3 className="text-base breaks">{edit.before.name}</h3>
            {action?.(edit)}
          </div>
          <dl className="facts stack gap-1">
            {fieldChanges(edit).map((change) => (
              <ChangeLine key={change.field} change={change} />
            ))}
          </dl>
          {foot?.(edit)}
        </li>
      ))}
    </ul>
  )
}

function ChangeLine({ change: { field, before, after, step } }: { change: FieldChange }) {
  return (
    <div className={styles.field}>
      <dt>{field}</dt>
      <dd>
        <OldAndNew before={before} after={after} />
        {step && (
          <span className={`warn nowrap ${styles.step}`} data-up={step.bps > 0 || undefined}>
            {step.text}
          </span>
        )}
      </dd>
    </div>
  )
}

export function OldAndNew({ before, after }: { before: string; after: string }) {
  return (
    <span className={styles.values}>
      <del className="muted">
        <span className="visually-hidden">Before: </span>
        {before}
      </del>
      <Icon name="arrow-right" size={14} />
      <ins className={styles.new}>
        <span className="visually-hidden">After: </span>
        {after}
      </ins>
    </span>
  )
}
