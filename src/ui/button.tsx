import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'small'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
  /** Why it is disabled, announced as its description. The button stays in the tab order. */
  disabledReason?: string
  /** Called on a press while disabled, for instance to focus the missing field. */
  onDisabledPress?: () => void
  full?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** The standard button. It has no `disabled` without an explanation: pass a `disabledReason` instead. */
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

export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular', full = false) {
  return classNames(styles.button, styles[variant], styles[size], full && styles.full) ?? ''
}

/** What can be done in place of the primary button. */
export function SecondaryButton(props: ButtonProps) {
  return <Button {...props} variant="secondary" />
}

/** A small button without an edge. */
export function QuietButton(props: ButtonProps) {
  return <Button {...props} variant="quiet" size="small" />
}

/** A small button beside other content, by default a secondary one. */
export function SmallButton({ variant = 'secondary', ...rest }: ButtonProps) {
  return <Button {...rest} variant={variant} size="small" />
}

type CallButtonProps<Input> = ButtonProps & {
  call: { isPending: boolean; mutate: (input: Input) => void }
  input: Input
}

/** A small button that calls the server, and is busy until the answer. */
export function CallButton<Input>({ call, input, ...button }: CallButtonProps<Input>) {
  return <SmallButton busy={call.isPending} onClick={() => call.mutate(input)} {...button} />
}

/** A small button in a row; assistive technology reads what it is `of`. */
export function RowButton({ of, children, ...rest }: ButtonProps & { of: ReactNode }) {
  return (
    <SmallButton {...rest}>
      {children}
      <span className="visually-hidden"> {of}</span>
    </SmallButton>
  )
}
