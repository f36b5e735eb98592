import { Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Cannot be closed from outside: no Escape, no press beside it, no close button. */
  locked?: boolean
  /** 'right' is a sheet along the right edge. */
  side?: 'center' | 'right'
  children: ReactNode
}

// Where the focus goes when a dialog was opened by a part of the previous one, which is gone by then.
let lastOpener: HTMLElement | undefined

/** A modal dialog; the focus goes back to where it came from. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  locked,
  side,
  children,
}: DialogProps) {
  const opener = useRef<HTMLElement>(undefined)

  function rememberOpener() {
    const active = document.activeElement
    if (active instanceof HTMLElement && active !== document.body) lastOpener = active
    opener.current = lastOpener
  }
  function returnFocus(event: Event) {
    // Radix knows only openers of its own making and would leave the focus on the page.
    event.preventDefault()
    opener.current?.focus()
  }
  const keep = (event: Event) => {
    if (locked) event.preventDefault()
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay}>
          <RadixDialog.Content
            className={classNames(styles.panel, side === 'right' ? styles.sheet : styles[size])}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={returnFocus}
            onEscapeKeyDown={keep}
            onPointerDownOutside={keep}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            <header className={styles.head}>
              <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
              {!locked && (
                <RadixDialog.Close className={styles.close} aria-label="Close">
                  <Icon name="close" />
                </RadixDialog.Close>
              )}
              {description !== undefined && (
                <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>
              )}
            </header>
            {children}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
