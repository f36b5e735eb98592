import { SmallButton } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import styles from './upload-step.module.css'

type ScamCheckProps = { askedByOther: boolean | undefined; onAnswer: (askedByOther: boolean) => void }

export function ScamCheck({ askedByOther, onAnswer }: ScamCheckProps) {
  return (
    <fieldset className="stack gap-3">
      <legend>Did someone you do not know ask you to buy or sell this card?</legend>
      <div className={`stack gap-3 margin-top-2 ${styles.answers}`}>
        <SmallButton aria-pressed={askedByOther === true} onClick={() => onAnswer(true)}>
          Yes
        </SmallButton>
        <SmallButton aria-pressed={askedByOther === false} onClick={() => onAnswer(false)}>
          No
        </SmallButton>
      </div>
      {askedByOther && <Notice tone="warn">You answered Yes, so we can't accept this order.</Notice>}
    </fieldset>
  )
}

type ScamWarningProps = { onClose: () => void; onStop: () => void; onMistake: () => void }

/** The advice of the FTC and the FBI on gift card scams. */
export function ScamWarning({ onClose, onStop, onMistake }: ScamWarningProps) {
  return (
    <ConfirmDialog
      size="medium"
      title="Stop: this may be a scam"
      description="No real business, employer or government agency asks for payment in gift cards. Anyone who does is a scammer."
      action="Stop this order"
      cancel="I answered by mistake"
      onConfirm={onStop}
      onCancel={onMistake}
      onClose={onClose}
    >
      <ul className={`stack gap-2 ${styles.points}`}>
        <li>Don't share the number, the PIN or a photo of the card.</li>
        <li>Stop replying, whatever they threaten.</li>
        <li>Keep the card and its receipt. Contact the company on the card right away and ask for your money back.</li>
        <li>
          Report it to the FTC at <Outside host="reportfraud.ftc.gov" /> and to the FBI at{' '}
          <Outside host="www.ic3.gov" />.
        </li>
      </ul>
      <p className="muted">If you stop, we delete your photos and card details. Nothing has been sent.</p>
    </ConfirmDialog>
  )
}

/** Opens in a new tab, so that no input is lost. */
function Outside({ host }: { host: string }) {
  return (
    <a href={`https://${host}`} target="_blank" rel="noopener noreferrer">
      {host}
    </a>
  )
}
