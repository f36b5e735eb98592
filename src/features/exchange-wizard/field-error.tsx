import { Icon } from '#client/ui/icon.tsx'
import styles from './wizard.module.css'

/** What is wrong with a group of controls, standing at the group. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="alert" size={16} />
      {children}
    </p>
  )
}
