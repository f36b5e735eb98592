import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/** A small button beside other content, by default a secondary one. */
export function SmallButton({ variant = 'secondary', ...rest }: ButtonProps) {
  return <Button {...rest} variant={variant} size="small" />
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
