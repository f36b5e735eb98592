import { Dialog as RadixDialog } from 'radix-ui'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** 'full' takes the whole window but for its edge. */
  size?: 'small' | 'medium' | 'large' | 'full'
  /** Cannot be closed from outside: no Escape, no press beside it, no close button. */
  locked?: boolean
  /** 'right' is a sheet along the right edge. */
  side?: 'center' | 'right'
  /** What has the focus first, where that is not the first control. */
  firstFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

// Where the focus goes when a dialog was opened by a part of the previous one, which is gone by then.
let lastOpeners: HTMLElement[] = []

/** A modal dialog. The focus goes back to what opened it, or to the nearest place around that is still there. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  locked,
  side,
  firstFocus,
  children,
}: DialogProps) {
  const openers = useRef<HTMLElement[]>([])

  function rememberOpener(event: Event) {
    const active = document.activeElement
    if (active instanceof HTMLElement && active !== document.body) lastOpeners = focusPath(active)
    openers.current = lastOpeners
    if (!firstFocus?.current) return
    event.preventDefault()
    firstFocus.current.focus()
  }
  function returnFocus(event: Event) {
    // Radix knows only openers of its own making and would leave the focus on the page.
    event.preventDefault()
    // Closing it may have led somewhere else, which has taken the focus by now.
    if (document.activeElement !== document.body) return
    const place = openers.current.find((each) => each.isConnected) ?? document.querySelector('main')
    place?.focus({ preventScroll: true })
  }
  // Radix gives Escape to the layer that opened last, which may be a toast; here the dialog always gets it.
  const leaveToKeyDown = (event: Event) => event.preventDefault()
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !locked) onOpenChange(false)
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay}>
          <RadixDialog.Content
            className={classNames(styles.panel, side === 'right' ? styles.sheet : styles[size])}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={returnFocus}
            onEscapeKeyDown={leaveToKeyDown}
            onKeyDown={closeOnEscape}
            onFocus={showFocused}
            onPointerDownOutside={(event) => locked && event.preventDefault()}
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

/** Radix moves the focus from the last control to the first without scrolling there. */
function showFocused({ target, currentTarget }: FocusEvent) {
  if (target !== currentTarget) target.scrollIntoView({ block: 'nearest' })
}

/** The element and what is around it that can take the focus, from the inside out. */
function focusPath(element: HTMLElement): HTMLElement[] {
  const path = [element]
  for (let around = element.parentElement; around; around = around.parentElement)
    if (around.hasAttribute('tabindex')) path.push(around)
  return path
}
