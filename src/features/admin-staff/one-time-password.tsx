import { withBase } from '#client/lib/base-path.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import styles from './staff.module.css'

type Props = { username: string; password: string; onDone: () => void }

/** Shows a one-time password once. It only authorizes setting a new password. */
export function OneTimePassword({ username, password, onDone }: Props) {
  const lead = useFocusOnMount<HTMLParagraphElement>()

  return (
    <div className="stack gap-4">
      <p ref={lead} tabIndex={-1}>
        Share this privately. It is shown once; they choose a new password at first sign-in.
      </p>
      <dl className={`facts stack gap-3 pad-4 breaks ${styles.secret}`}>
        <div>
          <dt>Username</dt>
          <dd className="mono">{username}</dd>
        </div>
        <div>
          <dt>One-time password</dt>
          <dd className="mono" data-testid="one-time-password">
            {password}
          </dd>
        </div>
        <div>
          <dt>Sign-in address</dt>
          <dd className="mono">{new URL(withBase('/admin'), location.origin).href}</dd>
        </div>
      </dl>
      <div className="cluster gap-3">
        <Button onClick={onDone}>Done</Button>
        <CopyButton what="Password" text={password} />
      </div>
    </div>
  )
}
