import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'small'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Work is under way: shows it and ignores further presses. */
  busy?: boolean
  /** Why it cannot be pressed now. The button keeps its place in the tab order and says so. */
  disabledReason?: string
  /** What a press does while there is a `disabledReason`, for instance lead to what is missing. */
  onDisabledPress?: () => void
  full?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** The button of the product. It is never mutely disabled: give a `disabledReason` instead. */
export function Button({
  variant,
  size,
  busy = false,
  disabledReason,
  onDisabledPress,
  full,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const blocked = busy || disabledReason !== undefined

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    if (!busy) onDisabledPress?.()
  }

  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(variant, size, full), className)}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      title={disabledReason ?? rest.title}
      onClick={press}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** The look of a button for something that is a link. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular', full = false): string {
  return classNames(styles.button, styles[variant], styles[size], full && styles.full) ?? ''
}
