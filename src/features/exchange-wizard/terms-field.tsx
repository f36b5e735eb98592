import { withBase } from '#client/lib/base-path.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'

type TermsFieldProps = { accepted: boolean; error?: string; onChange: (accepted: boolean) => void }

/** The seller's word that the card is theirs to sell. The terms open in a new tab: nothing typed here gets lost. */
export function TermsField({ accepted, error, onChange }: TermsFieldProps) {
  return (
    <div data-field="terms">
      <Checkbox
        checked={accepted}
        onCheckedChange={onChange}
        error={error}
        label={
          <>
            I confirm that I am the rightful owner of this gift card, that it was obtained legally, and that I accept
            the <NewTabLink href={withBase('/terms-of-service')}>terms and conditions</NewTabLink>.
          </>
        }
      />
    </div>
  )
}
