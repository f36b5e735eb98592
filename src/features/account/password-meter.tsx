import styles from './password-meter.module.css'
import { passwordStrength } from './password-strength.ts'

const levels = [1, 2, 3] as const

/** Three marks and a word under a new password; nothing until one is typed. */
export function PasswordMeter({ password }: { password: string }) {
  if (password === '') return null
  const { level, word } = passwordStrength(password)
  return (
    <p className={styles.meter}>
      <span className={styles.marks} aria-hidden="true">
        {levels.map((mark) => (
          <span key={mark} className={styles.mark} data-filled={mark <= level || undefined} />
        ))}
      </span>
      <span className="visually-hidden">Password strength: </span>
      {word}
    </p>
  )
}
