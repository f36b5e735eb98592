import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/** A small button in a row; assistive technology reads what it is `of`. */
export function RowButton({ of, variant = 'secondary', children, ...rest }: ButtonProps & { of: ReactNode }) {
  return (
    <Button {...rest} variant={variant} size="small">
      {children}
      <span className="visually-hidden"> {of}</span>
    </Button>
  )
}
