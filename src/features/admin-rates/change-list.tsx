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
    <ul className="plain stack gap-0 line-bottom" aria-label="Changes">
      {edits.map((edit) => (
        <li key={edit.after.slug} className="stack gap-2 pad-block-3 line-top">
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
      <dd className="cluster baseline gap-4 row-gap-0 tabular">
        <OldAndNew before={before} after={after} />
        {step && <span className={`nowrap ${step.bps > 0 ? 'ok' : 'warn'}`}>{step.text}</span>}
      </dd>
    </div>
  )
}

export function OldAndNew({ before, after }: { before: string; after: string }) {
  return (
    <span className={styles.values}>
      <del className="muted shrinks breaks">
        <span className="visually-hidden">Before: </span>
        {before}
      </del>
      <Icon name="arrow-right" size={14} className="rigid muted" />
      <ins className="strong bare shrinks breaks">
        <span className="visually-hidden">After: </span>
        {after}
      </ins>
    </span>
  )
}
