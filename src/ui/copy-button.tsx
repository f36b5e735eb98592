import { useCopy } from '#client/lib/use-copy.ts'
import { QuietButton, SmallButton } from './button.tsx'
import { Icon } from './icon.tsx'

const buttonMessages = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' } as const

/** Copies the value beside it and announces the outcome. */
export function CopyButton({ what, text, onCopy }: { what: string; text: string; onCopy?: () => void }) {
  const [state, copy] = useCopy()
  const shown = buttonMessages[state]
  // An accessible name contains the visible text.
  const name = state === 'idle' ? `${shown} ${what.toLowerCase()}` : `${shown}: ${what.toLowerCase()}`
  const press = () => {
    onCopy?.()
    copy(text)
  }
  return (
    <>
      <SmallButton aria-label={name} onClick={press}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={18} />
        {shown}
      </SmallButton>
      <span className="visually-hidden" role="status">
        {state === 'copied' && `${what} copied`}
        {state === 'failed' && `${what} could not be copied`}
      </span>
    </>
  )
}

/** Copies a value of a line of text; `of` names it for assistive technology. */
export function CopyText({ text, of }: { text: string; of: string }) {
  const [state, copy] = useCopy()
  return (
    <QuietButton onClick={() => copy(text)}>
      {buttonMessages[state]}
      <span className="visually-hidden"> {of}</span>
    </QuietButton>
  )
}
