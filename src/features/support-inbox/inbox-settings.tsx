import { useState } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { allowNotices, inboxNotice, inboxSound, ring } from './inbox-notice.ts'
import styles from './inbox-settings.module.css'
import { inboxShortcuts } from './use-inbox-shortcuts.ts'

/** How this browser tells of new messages, and the keys of the desk. */
export function InboxSettings({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const notice = inboxNotice.use() === 'on'
  const sound = inboxSound.use() === 'on'
  const [isRefused, setIsRefused] = useState(false)

  const switchNotice = async (isOn: boolean) => {
    const mayTell = !isOn || (await allowNotices())
    setIsRefused(!mayTell)
    inboxNotice.set(isOn && mayTell ? 'on' : 'off')
  }
  const switchSound = (isOn: boolean) => {
    inboxSound.set(isOn ? 'on' : 'off')
    if (isOn) ring()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys and alerts" size="small">
      <div className={styles.body}>
        <section className={styles.part}>
          <h3>When a customer writes and this page is not in front</h3>
          <Checkbox
            label="Show a desktop notice: who wrote, never what"
            checked={notice}
            onCheckedChange={(isOn) => void switchNotice(isOn)}
            error={isRefused ? 'This browser does not allow notices from here. Allow them in its settings.' : undefined}
          />
          <Checkbox label="Play a sound" checked={sound} onCheckedChange={switchSound} />
          <p className="muted">Kept in this browser.</p>
        </section>
        <section className={styles.part}>
          <h3>Keys</h3>
          <dl className={styles.keys}>
            {inboxShortcuts.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
