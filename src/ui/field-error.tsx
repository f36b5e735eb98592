import styles from './field-error.module.css'
import { Icon } from './icon.tsx'

/** What is wrong and what to do, standing at a control or a group of them. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <span id={id} className={styles.error}>
      <Icon name="alert" size={16} />
      {children}
    </span>
  )
}
