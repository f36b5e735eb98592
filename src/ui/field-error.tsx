import styles from './field-error.module.css'
import { Icon } from './icon.tsx'

export function FieldError({ id, tone = 'bad', children }: { id?: string; tone?: 'bad' | 'warn'; children: string }) {
  return (
    <span id={id} className={`row top gap-1 bad breaks ${styles.error}`} data-tone={tone}>
      <Icon name="alert" size={16} />
      {children}
    </span>
  )
}
