import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import styles from './upload-step.module.css'
import panes from './wizard.module.css'

type ScamCheckProps = {
  /** The answer; undefined until it is given. */
  strangerAsked: boolean | undefined
  onAnswer: (strangerAsked: boolean) => void
}

/** Asks once per order whether a stranger is behind it. */
export function ScamCheck({ strangerAsked, onAnswer }: ScamCheckProps) {
  return (
    <fieldset className={`${panes.group} ${styles.scam}`}>
      <legend>Did someone you do not know ask you to buy or sell this card?</legend>
      <div className={styles.answers}>
        <Button variant="secondary" size="small" aria-pressed={strangerAsked === true} onClick={() => onAnswer(true)}>
          Yes
        </Button>
        <Button variant="secondary" size="small" aria-pressed={strangerAsked === false} onClick={() => onAnswer(false)}>
          No
        </Button>
      </div>
      {strangerAsked && <Notice tone="warn">You answered Yes, so this order is not sent.</Notice>}
    </fieldset>
  )
}
