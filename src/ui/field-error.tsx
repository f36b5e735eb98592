import styles from './field-error.module.css'
import { Icon } from './icon.tsx'

/** An error message at a control or a group of controls. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <span id={id} className={styles.error}>
      <Icon name="alert" size={16} />
      {children}
    </span>
  )
}
