import { useEffect, useRef } from 'react'
import { useCopy } from '#client/lib/use-copy.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import styles from './my-account.module.css'

type RecoveryCodesProps = { codes: readonly string[]; headingLevel: 2 | 4; onDone: () => void }

/** Shows the recovery codes once, until the staff member confirms having saved them. */
export function RecoveryCodes({ codes, headingLevel, onDone }: RecoveryCodesProps) {
  const Heading = `h${headingLevel}` as const
  const [copyState, copy] = useCopy()
  const heading = useRef<HTMLHeadingElement>(null)

  // The button that had the focus is unmounted.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className={styles.form}>
      <Heading ref={heading} tabIndex={-1} className={styles.heading}>
        Keep your recovery codes
      </Heading>
      <p>
        With one of them you can sign in without your phone. Each works once. Print them or put them into a password
        manager: they are shown only now.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onDone}>I Have Kept Them</Button>
        <CopyButton what="Recovery codes" state={copyState} onCopy={() => copy(codes.join('\n'))} />
      </div>
    </div>
  )
}
