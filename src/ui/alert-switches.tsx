import { Checkbox } from './checkbox.tsx'

type AlertSwitchesProps = {
  title: string
  noticeLabel: string
  hasNotice: boolean
  hasSound: boolean
  /** The browser does not allow notifications. */
  isRefused: boolean
  switchNotice: (isOn: boolean) => Promise<void>
  switchSound: (isOn: boolean) => void
}

/** The two switches of an alert: desktop notification and sound. */
export function AlertSwitches(props: AlertSwitchesProps) {
  const { title, noticeLabel, hasNotice, hasSound, isRefused, switchNotice, switchSound } = props
  return (
    <section className="stack gap-3" aria-label={title}>
      <h3>{title}</h3>
      <Checkbox
        label={noticeLabel}
        checked={hasNotice}
        onCheckedChange={(isOn) => void switchNotice(isOn)}
        error={isRefused ? 'Your browser blocks notifications from this site. Allow them in its settings.' : undefined}
      />
      <Checkbox label="Play a sound" checked={hasSound} onCheckedChange={switchSound} />
    </section>
  )
}
